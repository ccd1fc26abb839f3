// The notification shown for a push message, and the page it opens. Pure.

export interface Shown {
  title: string
  options: {
    body: string
    dir: 'auto'
    lang?: string
    tag?: string
    renotify?: boolean
    data: { path: string }
  }
  /** True for a conversation; its page displays new messages itself. */
  isConversation: boolean
}

/** A page that is open: of this installation, below /console/. */
export interface Open {
  path: string
  isFocused: boolean
}

const HOME = '/console/'
const TITLE = 'Samvad'
const LANGUAGES = ['en', 'hi']

/** Never empty: a browser shows a text of its own for a push without a notification. */
export function shownOf(text: string | null): Shown {
  const told = parsed(text)
  const line = (name: string) => (typeof told[name] === 'string' ? (told[name] as string) : '')
  const path = pathOf(line('url'))
  const isConversation = line('type') === 'message.received'
  // A notification about a conversation replaces the previous one about it; other notifications replace only a
  // repetition of themselves.
  const tag = isConversation ? path : line('id')
  return {
    title: line('title') || TITLE,
    options: {
      body: line('body'),
      dir: 'auto',
      data: { path },
      ...(LANGUAGES.includes(line('language')) && { lang: line('language') }),
      ...(tag !== '' && { tag, renotify: true }),
    },
    isConversation,
  }
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The path of a console page, for any host name of this installation; other URLs open the console's home page. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return HOME
  const { pathname, search } = new URL(url)
  return pathname.startsWith(HOME) ? pathname + search : HOME
}

/** True when that very conversation is open in a focused page. */
export const isSeen = ({ isConversation, options }: Shown, open: readonly Open[]): boolean =>
  isConversation && open.some(({ path, isFocused }) => isFocused && plain(path) === plain(options.data.path))

/** The open page that shows it: one at that path, otherwise one of the same organization; null to open a new one. */
export function chosenFor<Page extends Open>(path: string, open: readonly Page[]): Page | null {
  const there = open.find((one) => plain(one.path) === plain(path))
  return there ?? open.find((one) => organizationOf(one.path) === organizationOf(path)) ?? null
}

/** Query parameters and fragments are ignored. */
const plain = (path: string): string => path.split(/[?#]/)[0] as string

const organizationOf = (path: string): string | undefined => /^\/console\/(org_\w+)/.exec(path)?.[1]
