import { grouped } from '../design/rupees.ts'
import { useUnreadCount } from '../inbox/unread-count.ts'
import { AccountMenu } from './account-menu.tsx'
import { useWords } from './language.tsx'
import { PageLink } from './page-link.tsx'
import { railPages } from './pages.ts'
import { RailBalance } from './rail-balance.tsx'
import { useMay, useSession } from './session.ts'
import { words } from './words.ts'

/** The navigation with balance and user menu. */
export function Rail({ onGo }: { onGo?: () => void }) {
  const w = useWords(words)
  const may = useMay()
  const { organization } = useSession()
  const unread = useUnreadCount()
  return (
    <nav aria-label={w.navigation} className="flex h-full w-52 shrink-0 flex-col border-e border-line bg-canvas p-2">
      <p className="truncate px-2 py-2 font-semibold" title={organization.name}>
        {organization.name}
      </p>
      <ul className="flex grow flex-col gap-0.5 overflow-y-auto">
        {railPages
          .filter(({ anyOf }) => anyOf.some(may))
          .map(({ page, Icon }) => (
            <li key={page}>
              <PageLink
                page={page}
                className="touch flex h-8 items-center gap-2.5 rounded-box px-2 text-soft hover:bg-hover hover:text-ink"
                activeClass="bg-selected! text-ink! font-medium"
                {...(onGo && { onClick: onGo })}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                <span className="grow truncate">{w[page]}</span>
                {page === 'inbox' && unread !== null && unread > 0 && (
                  <span className="figures text-small">
                    <span aria-hidden>{grouped(unread)}</span>
                    <span className="sr-only">{w.unread(unread)}</span>
                  </span>
                )}
              </PageLink>
            </li>
          ))}
      </ul>
      {may('balance.view') && <RailBalance {...(onGo && { onGo })} />}
      <AccountMenu />
    </nav>
  )
}
