import { useState } from 'react'
import { Input, Field as Labelled } from '../../design/field.tsx'

interface NumberInputProps {
  label: string
  hint?: string | undefined
  error?: string | null | undefined
  placeholder?: string | undefined
  value: number | undefined
  isWhole?: boolean
  className?: string
  onChange: (value: number | undefined) => void
}

/** A number or nothing: an incomplete input such as "-" counts as nothing. */
export function NumberInput({
  value,
  isWhole,
  onChange,
  label,
  hint,
  error,
  placeholder,
  className,
}: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const save = (text: string) => {
    setTyped(text)
    const number = Number(text.trim().replace(',', '.'))
    onChange(text.trim() === '' || !Number.isFinite(number) ? undefined : isWhole ? Math.round(number) : number)
  }
  return (
    <Labelled label={label} hint={hint} error={error} {...(className && { className })}>
      <Input
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? (value === undefined ? '' : String(value))}
        onChange={({ target }) => save(target.value)}
        onBlur={() => setTyped(null)}
      />
    </Labelled>
  )
}
