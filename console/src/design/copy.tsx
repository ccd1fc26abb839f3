import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { IconButton } from './button.tsx'
import { words } from './words.ts'

const SAID_MS = 2000

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const w = useWords(words)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  return (
    <IconButton label={isCopied ? w.copied : (label ?? w.copy)} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
    </IconButton>
  )
}

/** A text to copy: a command, a token, a DNS record. */
export function Code({ text, label }: { text: string; label?: string }) {
  return (
    <div className="flex items-start gap-1 rounded-box border border-line bg-canvas ps-3">
      {/* Focusable, to scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className="min-w-0 grow overflow-x-auto py-2 font-mono text-small whitespace-pre">
        {text}
      </pre>
      <CopyButton text={text} {...(label === undefined ? {} : { label })} />
    </div>
  )
}
