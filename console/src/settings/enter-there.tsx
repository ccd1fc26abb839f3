import { useWords } from '../app/language.tsx'
import { Code } from '../design/copy.tsx'
import { Section } from '../design/page.tsx'
import { words } from './channels-words.ts'

interface EnterThereProps {
  /** Null for a value that does not apply. */
  values: readonly (readonly [name: string, value: string | null])[]
  hint?: string | undefined
}

/** Values to copy to a provider. */
export function EnterThere({ values, hint }: EnterThereProps) {
  const w = useWords(words)
  const there = values.filter(([, value]) => value !== null)
  if (there.length === 0) return null
  return (
    <Section title={w.enter} description={hint}>
      <div className="flex max-w-xl flex-col gap-3">
        {there.map(([name, value]) => (
          <div key={name}>
            <p className="mb-1 font-medium">{name}</p>
            <Code text={value ?? ''} />
          </div>
        ))}
      </div>
    </Section>
  )
}
