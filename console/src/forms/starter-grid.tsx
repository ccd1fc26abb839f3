import type { NewForm } from '@samvad/sdk'
import { CalendarCheck, ClipboardPlus, MessageSquareText, PhoneIncoming, Smile } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { channelNames, channelOf } from '../app/channels.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Spinner } from '../design/spinner.tsx'
import { type StarterName, starterNames, starterOf } from './starters.ts'
import { words } from './words.ts'

const SIGNS = {
  blank: ClipboardPlus,
  contact: MessageSquareText,
  feedback: Smile,
  registration: CalendarCheck,
  lead: PhoneIncoming,
}

/** The starter forms: choosing one creates a draft and opens it. */
export function StarterGrid() {
  const w = useWords(words)
  const { language } = useLanguage()
  const go = useGo()
  const attempt = useAttempt()
  const [busy, setBusy] = useState<StarterName | null>(null)
  const isUnderWay = useRef(false)
  const mail = channelNames.filter((channel) => channelOf(channel)?.isMail)
  const begin = async (name: StarterName) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(name)
    try {
      const body = { name: w.starters[name].name, ...starterOf(name, language, mail) }
      const made = await attempt(() => api.forms.create(body as unknown as NewForm))
      go(`forms/${made.id}`)
    } catch {
      // The error was shown.
    } finally {
      isUnderWay.current = false
      setBusy(null)
    }
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {starterNames.map((name) => {
        const Sign = SIGNS[name]
        return (
          <li key={name}>
            <button
              type="button"
              data-starter={name}
              aria-busy={busy === name || undefined}
              className="flex h-full w-full items-start gap-3 rounded-box border border-line bg-surface p-4 text-start transition-colors hover:border-edge hover:bg-hover"
              onClick={() => void begin(name)}
            >
              <span className="flex size-9 shrink-0 items-center justify-center rounded-box bg-selected text-accent">
                {busy === name ? <Spinner /> : <Sign aria-hidden className="size-5" />}
              </span>
              <span className="min-w-0">
                <span className="block font-medium">{w.starters[name].name}</span>
                <span className="mt-0.5 block text-soft">{w.starters[name].detail}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
