import type { PublishedPriceList } from '@samvad/sdk'
import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { priceKinds } from '../app/channels.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Skeleton } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { usePriceLists } from './data.ts'
import { indianMinute, indianMoment } from './moments.ts'
import { words } from './price-words.ts'
import { TierFields } from './tier-fields.tsx'
import { emptyList, givenPrices, type TypedList, typedAs } from './typed-prices.ts'

/** Starts with the current prices, because most new lists change only a few. */
export function PublishPrices({ onClose }: { onClose: () => void }) {
  const { rows } = usePriceLists()
  if (!rows) return <Skeleton />
  return <PublishForm lists={rows} onClose={onClose} />
}

function PublishForm({ lists, onClose }: { lists: readonly PublishedPriceList[]; onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const first = lists.find(({ organization_id }) => organization_id === null) ?? lists[0]
  const [isAsked, setAsked] = useState(false)
  const [now] = useState(indianMinute)
  const [isWrong, setWrong] = useState(false)
  const form = useForm(
    {
      name: '',
      organization: '',
      from: '',
      unit: String(first?.sms_unit ?? 'message'),
      prices: first ? typedAs(first) : emptyList(),
    },
    async ({ name, organization, from, unit, prices: typed }) => {
      const prices = givenPrices(typed)
      setWrong(prices === null)
      if (prices === null) return setAsked(false)
      if (!isAsked) return setAsked(true)
      await api.priceLists.publish({
        name: name.trim(),
        sms_unit: unit,
        prices,
        ...(organization.trim() !== '' && { organization_id: organization.trim() }),
        ...(from !== '' && { effective_from: indianMoment(from) }),
      })
      await askAnew(['price_lists'], ['operated'], ['organizations'])
      onClose()
      tell(w.publishedTold)
    },
  )
  const change = (prices: TypedList) => form.set({ prices })
  const { organization } = form.values
  return (
    <FormDialog
      form={form}
      isWide
      title={isAsked ? w.ask : w.publishTitle}
      description={isAsked ? (organization === '' ? w.askEverybody : w.askOne(organization)) : w.publishDetail}
      action={isAsked ? w.publishAction : w.next}
      onClose={onClose}
    >
      <fieldset disabled={isAsked} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={w.name} error={form.wrong('name')}>
            <Input {...form.text('name')} required maxLength={100} autoComplete="off" />
          </Field>
          <Field label={w.effectiveFrom} hint={w.fromHint} error={form.wrong('effective_from')}>
            <Input {...form.text('from')} type="datetime-local" min={now} />
          </Field>
          <Field label={w.organization} hint={w.organizationHint} error={form.wrong('organization_id')}>
            <Input {...form.text('organization')} placeholder="org_…" autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={w.unit} error={form.wrong('sms_unit')}>
            <Select {...form.text('unit')}>
              {Object.entries(w.units).map(([unit, name]) => (
                <option key={unit} value={unit}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <div className="grid gap-6 sm:grid-cols-2">
          {priceKinds.map((kind) => (
            <TierFields
              key={kind}
              kind={kind}
              prices={form.values.prices[kind]}
              onChange={(prices) => change({ ...form.values.prices, [kind]: prices })}
            />
          ))}
        </div>
      </fieldset>
      {isWrong && (
        <p role="alert" className="text-bad">
          {w.wrongTiers}
        </p>
      )}
      {isAsked && (
        <Button look="quiet" className="self-start" onPress={() => setAsked(false)}>
          {w.change}
        </Button>
      )}
    </FormDialog>
  )
}
