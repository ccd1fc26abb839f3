// The console's language: the user's choice, otherwise the browser's.

import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'

export type Language = 'en' | 'hi'
export const languages: Record<Language, string> = { en: 'English', hi: 'हिन्दी' }

const KEPT = 'samvad.language'

interface LanguageChoice {
  language: Language
  choose(language: Language): void
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => {} })

export const useLanguage = (): LanguageChoice => use(LanguageContext)

/** Texts in the user's language. The compiler ensures that both languages are complete. */
export function useWords<Words>(words: Record<Language, Words>): Words {
  return words[use(LanguageContext).language]
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(
    () => ({
      language,
      choose(chosen: Language) {
        localStorage.setItem(KEPT, chosen)
        setLanguage(chosen)
      },
    }),
    [language],
  )
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'en' || kept === 'hi') return kept
  return navigator.languages.some((tag) => tag.startsWith('hi')) ? 'hi' : 'en'
}
