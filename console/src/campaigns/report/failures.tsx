import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { Box, Nothing } from './box.tsx'
import { failuresOf } from './causes.ts'
import { words } from './failure-words.ts'
import { ReasonRow } from './reason-row.tsx'

/** Why messages failed or were not delivered, grouped by remedy. */
export function Failures({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const failures = failuresOf(report)
  return (
    <Box title={w.failures} note={failures.length > 0 && w.failuresDetail}>
      {failures.length === 0 ? (
        <Nothing>{w.noFailures}</Nothing>
      ) : (
        <ul>
          {failures.map(({ cause, count, codes }) => (
            <ReasonRow
              key={cause}
              title={w.causes[cause][0]}
              advice={w.causes[cause][1]}
              count={count}
              of={report.counts.recipients}
              links={codes.map(({ reason, count: each }) => ({
                page: `campaigns/${report.id}/deliveries`,
                search: { reason },
                code: reason,
                count: each,
              }))}
            />
          ))}
        </ul>
      )}
    </Box>
  )
}
