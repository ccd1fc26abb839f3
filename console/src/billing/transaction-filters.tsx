import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Field, Select } from '../design/field.tsx'
import { type Range, RangeFilter } from '../design/range.tsx'
import { transactionKinds, transactionStatuses } from './routes.tsx'
import { words as transactionWords } from './transaction-words.ts'
import { named, words } from './words.ts'

type Filter = Record<string, string>

interface Props {
  filter: Filter
  onChange: (filter: Filter) => void
}

export function TransactionFilters({ filter, onChange }: Props) {
  const w = useWords(words)
  const t = useWords(transactionWords)
  const channelName = useChannelNames()
  const channels = Object.fromEntries(channelNames.map((channel) => [channel, channelName(channel)]))
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = filter
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  const setDays = (days: Range) => {
    const { from: _from, to: _to, ...others } = filter
    onChange({ ...others, ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) })
  }
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <Choice name="kind" label={w.kind} options={transactionKinds} names={t.kinds} filter={filter} set={set} />
      <Choice
        name="status"
        label={w.status}
        options={transactionStatuses}
        names={t.statuses}
        filter={filter}
        set={set}
      />
      <Choice name="channel" label={w.channel} options={channelNames} names={channels} filter={filter} set={set} />
      <RangeFilter range={filter} labels={w} onChange={setDays} className="w-36" />
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" onPress={() => onChange({})}>
          {w.clear}
        </Button>
      )}
    </div>
  )
}

interface ChoiceProps {
  name: string
  label: string
  options: readonly string[]
  names: Record<string, string>
  filter: Filter
  set: (name: string, value: string) => void
}

function Choice({ name, label, options, names, filter, set }: ChoiceProps) {
  const w = useWords(words)
  return (
    <Field label={label} className="w-36">
      <Select value={filter[name] ?? ''} onChange={({ target }) => set(name, target.value)}>
        <option value="">{w.all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {named(names, option)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
