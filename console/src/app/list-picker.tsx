import { FindBox } from './find-box.tsx'
import { findWords } from './find-words.ts'
import { useWords } from './language.tsx'
import { useListNames } from './segments.ts'

interface ListPickerProps {
  label: string
  /** The id of the list; empty while none is chosen. */
  value: string
  onChoose: (id: string) => void
  isWrong?: boolean
  className?: string
}

/** One contact list. */
export function ListPicker({ label, value, onChoose, ...rest }: ListPickerProps) {
  const w = useWords(findWords)
  const nameOf = useListNames(value === '' ? [] : [value])
  return (
    <FindBox
      {...rest}
      type="lists"
      label={label}
      shown={nameOf(value)}
      placeholder={w.chooseList}
      onChoose={({ id }) => onChoose(id)}
    />
  )
}
