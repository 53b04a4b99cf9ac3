/** What is asked over HTTP. A refusal of the server is thrown as `RefusedByServer`, silence as `Unreachable`. */

import type {
  Advice,
  Advised,
  Eyesight,
  GameAction,
  GameOffer,
  GameRecord,
  Join,
  Lobby,
  LessonNow,
  LessonOffer,
  LookPictures,
  MyTable,
  NewTable,
  PersonalLink,
  Refusal,
  Replay,
  Review,
  Seated,
  Soundings,
} from './protocol';

/** Advice whose choices are those of one game. */
export type AdviceOf<Choice extends Advised> = Omit<Advice, 'choices'> & {
  readonly choices: readonly Choice[];
};

export class RefusedByServer extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

export class Unreachable extends Error {}

export const api = {
  games: () => ask<readonly GameOffer[]>('/api/games'),
  /** The words of a game without a page of its own: templates by key, by language. */
  words: (game: string) =>
    ask<{ readonly [language: string]: { readonly [key: string]: string } }>(
      `/api/games/${encodeURIComponent(game)}/words`,
    ),
  openTables: () => ask<readonly Lobby[]>('/api/public'),
  byCode: (code: string) => ask<Lobby>(`/api/codes/${encodeURIComponent(code)}`),
  tables: () => ask<readonly MyTable[]>('/api/tables'),
  lobby: (table: string) => ask<Lobby>(`/api/tables/${table}`),
  open: (table: NewTable) => ask<Seated>('/api/tables', table),
  join: (table: string, join: Join) => ask<Seated>(`/api/tables/${table}/join`, join),
  link: (table: string) => ask<PersonalLink>(`/api/tables/${table}/link`, {}),
  comeBack: (table: string, link: string) => ask<Seated>(`/api/tables/${table}/return`, { link }),
  record: (table: string) => ask<GameRecord>(recordAddress(table)),
  look: (address: string, round: number) => ask<LookPictures>(`${address}/looks/${round}`),
  replay: (name: string, eyes: number | null) =>
    ask<Replay>(`/api/replays/${name}${eyes === null ? '' : `?eyes=${eyes}`}`),
  lessons: () => ask<readonly LessonOffer[]>('/api/lessons'),
  learn: (lesson: string, chapter: number, choices: readonly (GameAction | null)[]) =>
    ask<LessonNow>(`/api/lessons/${lesson}`, { chapter, choices }),
  review: (name: string) => ask<Review>(`/api/replays/${name}/review`),
  advice: <Choice extends Advised>(table: string) => ask<AdviceOf<Choice>>(`/api/tables/${table}/advice`),
  eyesight: () => ask<readonly Eyesight[]>('/api/eyesight'),
  bring: (record: string) => ask<Replay>('/api/replays', record),
  soundings: (table: string, round: number) => ask<Soundings>(`/api/tables/${table}/soundings/${round}`),
};

export function recordAddress(table: string): string {
  return `/api/tables/${table}/record`;
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined
        ? {}
        : {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'Content-Type': 'application/json' },
          }),
    });
  } catch {
    throw new Unreachable(path);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  if (isRefusal(answer)) throw new RefusedByServer(answer);
  throw new Unreachable(`${path}: ${response.status}`);
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'values' in answer;
}
