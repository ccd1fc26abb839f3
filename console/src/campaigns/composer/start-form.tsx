import type { CampaignEstimate } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { fieldError } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { words as permissionWords } from '../../app/permission-words.ts'
import { useMay } from '../../app/session.ts'
import { useTimeZone } from '../../app/time-zone.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { AmountInput, Checkbox, Field } from '../../design/field.tsx'
import { Problem } from '../../design/problem.tsx'
import { grouped, micros, rupees, typedAmount } from '../../design/rupees.ts'
import { exactTime } from '../../design/times.ts'
import { tell } from '../../design/toast.tsx'
import { words as designWords } from '../../design/words.ts'
import { campaignKey } from '../data.ts'
import { reviewWords } from './review-words.ts'
import type { Composer } from './use-composer.ts'

interface StartProps {
  composer: Composer
  estimate: CampaignEstimate
}

/** How the campaign starts: with a limit, with an insufficient balance, now or at a given time. */
export function StartForm({ composer, estimate }: StartProps) {
  const w = useWords(reviewWords)
  const may = useMay()
  const names = useWords(permissionWords).names
  const [hasLimit, setLimited] = useState(false)
  const [limit, setLimit] = useState('')
  const [isPartial, setPartial] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { recipients, shortfall, total, available_credits: available } = estimate
  const isShort = micros(shortfall) > 0n
  const isLater = composer.campaign.scheduled_at !== null
  if (!may('campaigns.send'))
    return <p className="mt-4 text-soft">{w.mayNotStart(names['campaigns.send']?.[0] ?? 'campaigns.send')}</p>
  const maxTotal = hasLimit ? typedAmount(limit) : null
  const fault = !hasLimit
    ? null
    : maxTotal === null
      ? w.notAnAmount
      : micros(maxTotal) < micros(total)
        ? w.limitBelow(rupees(total))
        : null
  // A scheduled campaign can still be covered by a recharge before it starts.
  const isBlocked = recipients === 0 || fault !== null || (isShort && !isPartial && !isLater)
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      {isShort && micros(available) > 0n && (
        <Checkbox
          label={w.partial}
          hint={w.partialHint(rupees(available))}
          checked={isPartial}
          onChange={({ target }) => setPartial(target.checked)}
        />
      )}
      <Checkbox
        label={w.limit}
        hint={w.limitHint}
        checked={hasLimit}
        onChange={({ target }) => setLimited(target.checked)}
      />
      {hasLimit && (
        <Field label={w.limitAmount} error={limit === '' ? null : fault}>
          <AmountInput name="max_total" value={limit} onChange={({ target }) => setLimit(target.value)} />
        </Field>
      )}
      {recipients === 0 && <p className="text-small text-warn">{w.nobodyToReach}</p>}
      <Button
        look="primary"
        className="h-10 w-full"
        icon={<Rocket aria-hidden className="size-4" />}
        disabled={isBlocked}
        onPress={() => setAsking(true)}
      >
        {isLater ? w.schedule : w.start}
      </Button>
      {isAsking && (
        <StartDialog
          composer={composer}
          estimate={estimate}
          isPartial={isShort && isPartial}
          maxTotal={maxTotal}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

interface StartDialogProps extends StartProps {
  isPartial: boolean
  maxTotal: string | null
  onClose: () => void
}

/** Shows the consequences for recipients and cost before the start. */
function StartDialog({ composer, estimate, isPartial, maxTotal, onClose }: StartDialogProps) {
  const w = useWords(reviewWords)
  const d = useWords(designWords)
  const { language } = useLanguage()
  const zone = useTimeZone()
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const { campaign, flush } = composer
  const { recipients, total, available_credits: available } = estimate
  const at = campaign.scheduled_at
  async function start() {
    setError(null)
    try {
      if (!(await flush())) return
      const body = { ...(isPartial && { partial: true }), ...(maxTotal !== null && { max_total: maxTotal }) }
      const started = { ...(await api.campaigns.start(campaign.id, body)) }
      client.setQueryData(campaignKey(campaign.id), (before: object | undefined) => before && { ...before, ...started })
      tell(at === null ? w.started : w.scheduled)
      void client.invalidateQueries({ queryKey: campaignKey(campaign.id) })
      void client.invalidateQueries({ queryKey: ['balance'] })
    } catch (refused) {
      setError(refused)
      void client.invalidateQueries({ queryKey: ['campaign-estimate', campaign.id] })
    }
  }
  const consequences = [
    at === null ? w.sendsNow(recipients, grouped(recipients)) : w.sendsLater(exactTime(at, language, zone)),
    at !== null
      ? w.reservesLater(rupees(total))
      : isPartial
        ? w.reservesPart(rupees(available))
        : w.reserves(rupees(total)),
    w.charges,
    at !== null && !isPartial ? w.shortLater : w.runsOut,
    maxTotal === null ? null : w.stopsAt(rupees(maxTotal)),
    w.fixed,
  ].filter((one) => one !== null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={at === null ? w.startTitle(campaign.name) : w.scheduleTitle(campaign.name)}
      actions={
        <>
          <Button onPress={onClose}>{d.cancel}</Button>
          <Button look="primary" onPress={start}>
            {at === null ? w.start : w.schedule}
          </Button>
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {consequences.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {error !== null && (
        <div className="mt-4">
          <Problem error={error} />
          {fieldError(error, 'scheduled_at')}
        </div>
      )}
    </Dialog>
  )
}
