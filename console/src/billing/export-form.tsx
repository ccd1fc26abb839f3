import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError } from '../app/errors.tsx'
import { addMonths, indianDay, indianMonth, lastDayOf } from '../app/india.ts'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Field, Select } from '../design/field.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Problem } from '../design/problem.tsx'
import { RangeFields } from '../design/range.tsx'
import { words } from './export-words.ts'
import { exportsRoute } from './routes.tsx'

const KINDS = [
  { kind: 'transactions', format: 'csv', permission: 'balance.view' },
  { kind: 'statement', format: 'pdf', permission: 'invoices.download' },
  { kind: 'log', format: 'xlsx', permission: 'usage.view' },
] as const

function presetsOf(): Record<keyof typeof words.en.presets, { from: string; to: string }> {
  const [today, month] = [indianDay(), indianMonth()]
  const last = addMonths(month, -1)
  return {
    thisMonth: { from: `${month}-01`, to: today },
    lastMonth: { from: `${last}-01`, to: lastDayOf(last) },
    year: { from: `${addMonths(month, -11)}-01`, to: today },
  }
}

export function ExportForm() {
  const e = useWords(words)
  const may = useMay()
  const client = useQueryClient()
  const kinds = KINDS.filter(({ permission }) => may(permission))
  const presets = presetsOf()
  const { kind: wanted } = exportsRoute.useSearch()
  const first = kinds.find((one) => one.kind === wanted) ?? kinds[0]
  const [kind, setKind] = useState<(typeof KINDS)[number]['kind']>(first?.kind ?? 'transactions')
  const [period, setPeriod] = useState(presets.thisMonth)
  const make = useMutation({
    mutationFn: () => {
      const format = KINDS.find((one) => one.kind === kind)?.format as string
      return api.billing.exports.create({ kind, format, ...period })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['exports'] }),
  })
  return (
    <Section title={e.make} description={e.makeDetail}>
      <Panel>
        <form
          className="flex flex-col gap-4 p-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!make.isPending) make.mutate()
          }}
        >
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
            <Field label={e.what} hint={e.kindDetails[kind]}>
              <Select value={kind} onChange={({ target }) => setKind(target.value as typeof kind)}>
                {kinds.map((one) => (
                  <option key={one.kind} value={one.kind}>
                    {e.kinds[one.kind]}
                  </option>
                ))}
              </Select>
            </Field>
            <RangeFields
              range={period}
              labels={{ from: e.first, to: e.last }}
              onChange={setPeriod}
              errors={{ from: fieldError(make.error, 'from'), to: fieldError(make.error, 'to') }}
              isRequired
            />
          </div>
          <Problem error={make.error} fields={['from', 'to']} />
          <div className="flex flex-wrap items-center gap-2">
            {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
              <Button
                key={name}
                aria-pressed={presets[name].from === period.from && presets[name].to === period.to}
                className="aria-pressed:border-accent aria-pressed:text-accent"
                onPress={() => setPeriod(presets[name])}
              >
                {e.presets[name]}
              </Button>
            ))}
            <Button type="submit" look="primary" isBusy={make.isPending} className="ms-auto">
              {e.create}
            </Button>
          </div>
        </form>
      </Panel>
    </Section>
  )
}
