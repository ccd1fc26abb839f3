import type { ReactNode } from 'react'
import { languages, useLanguage, useWords } from '../app/language.tsx'
import { words } from './words.ts'

/** A page with a single task, centred. */
export function Frame({ title, description, children }: { title: string; description?: string; children: ReactNode }) {
  const w = useWords(words)
  const { language, choose } = useLanguage()
  return (
    <main className="mx-auto flex min-h-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
      <div>
        <p className="mb-6 font-semibold text-accent">{w.product}</p>
        <h1 className="text-display font-semibold">{title}</h1>
        {description && <p className="mt-2 text-soft">{description}</p>}
      </div>
      {children}
      <p className="flex gap-4 text-small text-soft">
        {Object.entries(languages).map(([code, name]) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={code === language}
            className="touch-small underline-offset-4 hover:underline aria-pressed:font-medium aria-pressed:text-ink"
            onClick={() => choose(code as keyof typeof languages)}
          >
            {name}
          </button>
        ))}
      </p>
    </main>
  )
}
