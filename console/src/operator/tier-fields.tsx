import { Plus, X } from 'lucide-react'
import { type PriceKind, priceKindDescriptions } from '#channels/table.ts'
import { useKindNames } from '../app/channel-names.ts'
import { useWords } from '../app/language.tsx'
import { Button, IconButton } from '../design/button.tsx'
import { AmountInput, Field, Input, Select } from '../design/field.tsx'
import { Channel } from '../design/status.tsx'
import { words } from './price-words.ts'
import type { TypedPrices, TypedTier } from './typed-prices.ts'

interface TierFieldsProps {
  kind: PriceKind
  prices: TypedPrices
  onChange: (prices: TypedPrices) => void
}

/** The tiers of one kind of message; the last tier is open-ended. */
export function TierFields({ kind, prices: { mode, tiers }, onChange }: TierFieldsProps) {
  const w = useWords(words)
  const name = useKindNames()(kind)
  const put = (next: TypedTier[]) => onChange({ mode, tiers: next })
  const set = (place: number, change: Partial<TypedTier>) =>
    put(tiers.map((tier, at) => (at === place ? { ...tier, ...change } : tier)))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="flex items-center gap-1.5 font-medium">
        <Channel channel={priceKindDescriptions[kind].channel} />
        {name}
      </h3>
      {tiers.map((tier, place) => {
        const isLast = place === tiers.length - 1
        return (
          // Tiers have no ids: they are identified by position.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place} className="flex items-start gap-2">
            <Field label={w.tierUpTo(name, place + 1)} isLabelHidden className="grow">
              <Input
                inputMode="numeric"
                value={isLast ? '' : tier.upTo}
                disabled={isLast}
                placeholder={isLast ? w.noEnd : w.upTo}
                onChange={({ target }) => set(place, { upTo: target.value })}
              />
            </Field>
            <Field label={w.tierPrice(name, place + 1)} isLabelHidden className="w-28">
              <AmountInput
                value={tier.price}
                placeholder={w.price}
                required
                onChange={({ target }) => set(place, { price: target.value })}
              />
            </Field>
            <IconButton
              label={w.removeTier}
              disabled={tiers.length === 1}
              onClick={() => put(tiers.filter((_, at) => at !== place))}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        )
      })}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="quiet"
          icon={<Plus aria-hidden className="size-4" />}
          onPress={() =>
            put([...tiers.slice(0, -1), { upTo: '', price: tiers.at(-1)?.price ?? '' }, ...tiers.slice(-1)])
          }
        >
          {w.addTier}
        </Button>
        {tiers.length > 1 && (
          <Field label={w.mode} isLabelHidden className="min-w-40 grow">
            <Select value={mode} onChange={({ target }) => onChange({ mode: target.value, tiers })}>
              {Object.entries(w.modes).map(([one, said]) => (
                <option key={one} value={one}>
                  {said}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
    </div>
  )
}
