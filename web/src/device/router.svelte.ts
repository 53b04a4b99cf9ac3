/** Which page the address bar asks for. The server sends the same document for all of them. */

export type Page =
  | { readonly name: 'home' }
  | {
      readonly name: 'table';
      readonly id: string;
      readonly invite: string | null;
      /** A personal link: whoever comes with it takes their own seat. */
      readonly seat: string | null;
    }
  | { readonly name: 'rules'; readonly game: string; readonly clause: string | null }
  | { readonly name: 'replay'; readonly id: string | null; readonly at: number; readonly eyes: string }
  | { readonly name: 'learn'; readonly lesson: string | null }
  | { readonly name: 'review'; readonly id: string }
  | { readonly name: 'unknown' };

/** The page at an address. Invite and personal link stand in the fragment, which browsers never send anywhere. */
export function pageAt(path: string, fragment: string): Page {
  if (path === '/' || path === '/index.html') return { name: 'home' };
  const rules = /^\/rules\/([a-z0-9-]+)\/?$/.exec(path);
  if (rules?.[1]) {
    const clause = /^#([A-Za-z0-9.-]+)$/.exec(fragment)?.[1] ?? null;
    return { name: 'rules', game: rules[1], clause };
  }
  const replay = /^\/replay(?:\/([A-Za-z0-9_-]+))?\/?$/.exec(path);
  if (replay) {
    const at = Number(/[#&]at=(\d{1,5})/.exec(fragment)?.[1] ?? 0);
    const eyes = /[#&]eyes=(\d|all)/.exec(fragment)?.[1] ?? '';
    return { name: 'replay', id: replay[1] ?? null, at, eyes };
  }
  const learn = /^\/learn(?:\/([a-z-]+))?\/?$/.exec(path);
  if (learn) return { name: 'learn', lesson: learn[1] ?? null };
  const review = /^\/review\/([A-Za-z0-9_-]+)\/?$/.exec(path);
  if (review?.[1]) return { name: 'review', id: review[1] };
  const table = /^\/table\/([A-Za-z0-9_-]+)\/?$/.exec(path);
  if (!table?.[1]) return { name: 'unknown' };
  const said = (what: string) => new RegExp(`[#&]${what}=([A-Za-z0-9_-]+)`).exec(fragment)?.[1] ?? null;
  return { name: 'table', id: table[1], invite: said('invite'), seat: said('seat') };
}

class Router {
  page = $state.raw<Page>(pageAt(location.pathname, location.hash));

  constructor() {
    const follow = () => {
      this.page = pageAt(location.pathname, location.hash);
    };
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
  }

  /** The same page under another address: nothing is loaded again, and "back" leads past it. */
  settle(path: string): void {
    history.replaceState(null, '', path);
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.page = pageAt(location.pathname, location.hash);
    scrollTo(0, 0);
  }
}

export const router = new Router();
