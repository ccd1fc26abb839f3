import type { CampaignReport } from '@samvad/sdk'
import { MessageSquare } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Box, Nothing } from './box.tsx'
import { useDeliveries, useWithCounts } from './data.ts'
import { words as listWords } from './list-words.ts'
import { words } from './report-words.ts'

const SHOWN = 5

/** The latest replies, each linked to its conversation. */
export function Replies({ report: { id, counts } }: { report: CampaignReport }) {
  const w = useWords(words)
  const l = useWords(listWords)
  const may = useMay()
  useWithCounts(id, 'campaign-deliveries', counts.replied)
  const { rows, error, retry } = useDeliveries(id, { reaction: 'replied' }, { rows: SHOWN })
  return (
    <Box
      title={w.replies}
      note={counts.replied > 0 && w.repliesDetail}
      action={
        counts.replied > SHOWN && (
          <PageLink
            page={`campaigns/${id}/deliveries`}
            search={{ reaction: 'replied' }}
            className="touch inline-flex items-center text-accent hover:underline"
          >
            {w.allReplies}
          </PageLink>
        )
      }
    >
      {rows === undefined ? (
        error ? (
          <Failed error={error} onRetry={retry} />
        ) : (
          <Skeleton rows={2} />
        )
      ) : rows.length === 0 ? (
        <Nothing>{w.noReplies}</Nothing>
      ) : (
        <ul>
          {rows.slice(0, SHOWN).map((row) => (
            <li key={row.id} className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-1 last:border-0">
              <MessageSquare aria-hidden className="size-4 shrink-0 text-good" />
              <bdi className="min-w-0 grow truncate">{row.address ?? l.gone}</bdi>
              {row.conversation_id !== null && may('conversations.view') && (
                <PageLink
                  page={`inbox/${row.conversation_id}`}
                  aria-label={`${l.conversation}: ${row.address ?? l.gone}`}
                  className="touch inline-flex items-center whitespace-nowrap text-accent hover:underline"
                >
                  {l.conversation}
                </PageLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}
