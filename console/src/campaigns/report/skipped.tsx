import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { Box, Nothing } from './box.tsx'
import { words } from './failure-words.ts'
import { ReasonRow } from './reason-row.tsx'

/** Contacts of the audience that do not receive the campaign, by reason. */
export function Skipped({ report: { id, skipped, counts } }: { report: CampaignReport }) {
  const w = useWords(words)
  return (
    <Box title={w.skipped} note={skipped.length > 0 && w.skippedDetail}>
      {skipped.length === 0 ? (
        <Nothing>{w.noSkipped}</Nothing>
      ) : (
        <ul>
          {skipped.map(({ reason, count }) => {
            const [title, advice] = w.reasons[reason] ?? [reason, '']
            return (
              <ReasonRow
                key={reason}
                title={title}
                advice={advice}
                count={count}
                of={counts.recipients + counts.skipped}
                links={[{ page: `campaigns/${id}/recipients`, search: { reason }, code: null, count }]}
              />
            )
          })}
        </ul>
      )}
    </Box>
  )
}
