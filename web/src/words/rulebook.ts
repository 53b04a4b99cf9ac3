/**
 * The pages of docs/rules as the client shows them: sections, clauses, and runs of words.
 *
 * One text serves the documentation and the client. The build reads it with `parse`, so that a browser gets the
 * finished pieces of one game in one language, and only when someone opens them.
 */

/** Words that belong together: plain, strong, slanted, typed, or a way to another clause. */
export type Run =
  | string
  | { readonly type: 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly type: 'clause'; readonly text: string; readonly clause: string };

export interface Clause {
  readonly type: 'clause';
  readonly id: string;
  readonly runs: readonly Run[];
}

/** What stands between clauses: an example, a word before they begin. */
export interface Aside {
  readonly type: 'aside';
  readonly runs: readonly Run[];
  /** Whether it is one of a numbered list, and which. */
  readonly number: number | null;
}

export interface Section {
  /** What its clauses' numbers begin with, such as `D4`; where it has none, its place on the page. */
  readonly id: string;
  readonly title: string;
  readonly parts: readonly (Clause | Aside)[];
}

export interface Rulebook {
  readonly title: string;
  readonly intro: readonly (readonly Run[])[];
  readonly sections: readonly Section[];
}

const CLAUSE = /^- <a id="([A-Z]\d+\.\d+)"><\/a>\*\*\1\*\*\s+/;
const NUMBERED = /^(\d+)\. /;
const RUN = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;
/** What is said to whoever reads the code stands last in a clause, or in a paragraph that leads to the table of code. */
const FOR_PROGRAMMERS = /\s*\*No code of its own:\*.*$/;
const TABLE_OF_CODE = '](#where-each-clause-lives)';
const BEGIN_OF_TABLE = '<!-- clauses:';

export function parse(markdown: string): Rulebook {
  const [head = '', ...rest] = markdown.split(BEGIN_OF_TABLE)[0]?.split(/^## /m) ?? [];
  const [title = '', ...intro] = blocks(head);
  return {
    title: title.replace(/^# /, ''),
    intro: intro.filter((block) => !block.includes(TABLE_OF_CODE)).map(runs),
    sections: rest
      .map(section)
      .filter(({ parts }) => parts.some(({ type }) => type === 'clause') || isExample(parts)),
  };
}

/** The section that tells of the code has no rule in it, and neither has any other without a clause or an example. */
function isExample(parts: Section['parts']): boolean {
  return parts.some((part) => part.type === 'aside' && part.number !== null);
}

function section(text: string, index: number): Section {
  const [title = '', ...body] = text.split('\n');
  const parts = blocks(body.join('\n')).map(part);
  const first = parts.find((each) => each.type === 'clause');
  return { id: first ? (first.id.split('.')[0] ?? '') : `part-${index + 1}`, title, parts };
}

function part(block: string): Clause | Aside {
  const clause = CLAUSE.exec(block);
  if (clause?.[1]) {
    const words = block.slice(clause[0].length).replace(FOR_PROGRAMMERS, '');
    return { type: 'clause', id: clause[1], runs: runs(words) };
  }
  const number = NUMBERED.exec(block);
  return {
    type: 'aside',
    runs: runs(number ? block.slice(number[0].length) : block),
    number: number ? Number(number[1]) : null,
  };
}

/** Paragraphs and entries of lists, each on one line. */
function blocks(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=- |\d+\. )/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
}

function runs(text: string): Run[] {
  const found: Run[] = [];
  let at = 0;
  for (const match of text.matchAll(RUN)) {
    if (match.index > at) found.push(text.slice(at, match.index));
    const [all, strong, em, code, words = '', href = ''] = match;
    if (strong) found.push({ type: 'strong', text: strong });
    else if (em) found.push({ type: 'em', text: em });
    else if (code) found.push({ type: 'code', text: code });
    // Other pages of the documentation are not here: their names are.
    else found.push(href.startsWith('#') ? { type: 'clause', text: words, clause: href.slice(1) } : words);
    at = match.index + all.length;
  }
  if (at < text.length) found.push(text.slice(at));
  return found;
}

/** The rules in a language, out of pages by their paths; English is told in the folder itself. */
export async function bookIn(
  books: { readonly [path: string]: () => Promise<Rulebook> },
  locale: string,
): Promise<Rulebook> {
  const folder = locale === 'en' ? 'rules' : locale;
  const path = Object.keys(books).find((each) => each.split('/').at(-2) === folder);
  const open = path === undefined ? undefined : books[path];
  if (!open) throw new Error(`no rules in ${locale}`);
  return await open();
}
