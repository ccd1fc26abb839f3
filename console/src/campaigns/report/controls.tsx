import type { CampaignReport, NewCampaign } from '@samvad/sdk'
import { CircleSlash, Copy, Download, MoreHorizontal, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Confirm } from '../../design/dialog.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { campaignKey } from '../data.ts'
import { type ControlAct, offeredIn } from '../known.ts'
import { Consequence } from './consequence.tsx'
import { words } from './control-words.ts'
import { copyOf } from './copy.ts'
import { useReportFile } from './report-file.ts'

const SIGN = 'size-4'

/** Pause, resume and cancel, each with its consequences; duplicate as a draft; export the report. */
export function Controls({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  const may = useMay()
  const act = useAct()
  const attempt = useAttempt()
  const go = useGo()
  const download = useReportFile(report)
  const [asked, setAsked] = useState<ControlAct | null>(null)
  const { id, status } = report
  const offered = may('campaigns.send') ? offeredIn(status) : []
  const [primary = null] = offered
  const mayCopy = may('campaigns.manage')
  const hasEnded = offeredIn(status).length === 0
  const titles = { pause: w.pauseTitle, resume: w.resumeTitle, cancel: w.cancelTitle }
  const actions = { pause: w.pauseAction, resume: w.resumeAction, cancel: w.cancel }
  const done = { pause: w.paused, resume: w.resumed, cancel: w.cancelled }
  const confirm = async (which: ControlAct) => {
    try {
      await attempt(() => api.campaigns[which](id), done[which])
    } finally {
      // In any case: the campaign may have changed state by itself.
      await act(async () => {}, campaignKey(id), ['campaigns'])
    }
  }
  const duplicate = async () => {
    const draft = await attempt(
      () => api.campaigns.create(copyOf(report, w.copyOf(report.name)) as NewCampaign),
      w.duplicated,
    )
    go(`campaigns/${draft.id}`)
  }
  useShortcuts(primary === null ? [] : [{ keys: 'p', label: w.keys, run: () => setAsked(primary) }])
  return (
    <>
      {primary === 'pause' && (
        <Button
          icon={<Pause aria-hidden className={SIGN} />}
          title={`${w.pause} (P)`}
          onPress={() => setAsked('pause')}
        >
          {w.pause}
        </Button>
      )}
      {primary === 'resume' && (
        <Button
          look={report.pause_reasons.includes('insufficient_balance') ? 'plain' : 'primary'}
          icon={<Play aria-hidden className={SIGN} />}
          title={`${w.resume} (P)`}
          onPress={() => setAsked('resume')}
        >
          {w.resume}
        </Button>
      )}
      {mayCopy && hasEnded && (
        <Button icon={<Copy aria-hidden className={SIGN} />} onPress={duplicate}>
          {w.duplicate}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={w.more}>
            <MoreHorizontal aria-hidden className={SIGN} />
          </IconButton>
        }
      >
        <MenuItem icon={<Download aria-hidden className={SIGN} />} onSelect={download}>
          {w.report}
        </MenuItem>
        {mayCopy && !hasEnded && (
          <MenuItem icon={<Copy aria-hidden className={SIGN} />} onSelect={() => void duplicate()}>
            {w.duplicate}
          </MenuItem>
        )}
        {offered.includes('cancel') && (
          <MenuItem isDanger icon={<CircleSlash aria-hidden className={SIGN} />} onSelect={() => setAsked('cancel')}>
            {w.cancel}
          </MenuItem>
        )}
      </Menu>
      {(['pause', 'resume', 'cancel'] as const).map((which) => (
        <Confirm
          key={which}
          isOpen={asked === which}
          onClose={() => setAsked(null)}
          title={titles[which]}
          action={actions[which]}
          isDanger={which === 'cancel'}
          onConfirm={() => confirm(which)}
        >
          <Consequence of={which} report={report} />
        </Confirm>
      ))}
    </>
  )
}
