import type { Segment } from '@samvad/sdk'
import { X } from 'lucide-react'
import { IconButton } from '../design/button.tsx'
import { grouped } from '../design/rupees.ts'
import { FindBox } from './find-box.tsx'
import { findWords } from './find-words.ts'
import { useWords } from './language.tsx'
import { useSegmentCount, useSegmentsOf, useSentences } from './segments.ts'

interface SegmentPickerProps {
  label: string
  /** The ids of the segments. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  isWrong?: boolean
}

/** Chooses several segments. Each shows its sentence and its current count. */
export function SegmentPicker({ label, value, onChange, isWrong = false }: SegmentPickerProps) {
  const w = useWords(findWords)
  const { segments, isLoading } = useSegmentsOf(value)
  const sentenceOf = useSentences(segments.map(({ filter }) => filter))
  const remove = (id: string) => onChange(value.filter((one) => one !== id))
  return (
    <div className="flex flex-col gap-2">
      {value.length > 0 && (
        <ul className="flex flex-col gap-2">
          {value.map((id) => {
            const segment = segments.find((one) => one.id === id)
            if (!segment && isLoading) return null
            return (
              <Chosen
                key={id}
                segment={segment}
                sentence={segment ? sentenceOf(segment.filter) : ''}
                onRemove={() => remove(id)}
              />
            )
          })}
        </ul>
      )}
      <FindBox
        type="segments"
        label={label}
        placeholder={w.addSegment}
        without={value}
        onChoose={({ id }) => onChange([...value, id])}
        isWrong={isWrong}
      />
    </div>
  )
}

interface ChosenProps {
  /** Undefined where it was deleted. */
  segment: Segment | undefined
  sentence: string
  onRemove: () => void
}

function Chosen({ segment, sentence, onRemove }: ChosenProps) {
  const w = useWords(findWords)
  const { data: count, error } = useSegmentCount(segment)
  const name = segment?.name ?? w.deleted
  return (
    <li className="flex items-start gap-2 rounded-box border border-line bg-surface py-1.5 ps-3 pe-1">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
          {segment && (
            <span className="figures text-small text-soft">
              {count === undefined ? (error ? w.notCounted : w.counting) : w.contacts(count, grouped(count))}
            </span>
          )}
        </p>
        {sentence !== '' && (
          <p className="text-small text-soft wrap-anywhere">
            <bdi>{sentence}</bdi>
          </p>
        )}
      </div>
      <IconButton label={w.remove(name)} onClick={onRemove} className="-my-0.5">
        <X aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}
