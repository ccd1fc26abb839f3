// The buttons below a chat message as its app shows them, each with its function. They are inactive here.

import { Copy, ExternalLink, List, Phone, Reply } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BUTTONS_SHOWN_MAX, type ShownButton, type ShownList } from '../app/chat-parts.ts'
import { useWords } from '../app/language.tsx'
import { chatWords } from './chat-words.ts'
import { Dialog } from './dialog.tsx'

const SIGNS: Readonly<Record<string, ReactNode>> = {
  quick_reply: <Reply aria-hidden className="size-4 shrink-0" />,
  url: <ExternalLink aria-hidden className="size-4 shrink-0" />,
  phone_number: <Phone aria-hidden className="size-4 shrink-0" />,
  copy_code: <Copy aria-hidden className="size-4 shrink-0" />,
}

const LINE =
  'relative flex min-h-10 items-center justify-center gap-2 border-t border-ink/10 px-3 py-2 font-medium text-app'

export function ChatButtons({ buttons }: { buttons: readonly ShownButton[] }) {
  const w = useWords(chatWords)
  const [areAll, setAll] = useState(false)
  if (buttons.length === 0) return null
  const isLong = buttons.length > BUTTONS_SHOWN_MAX
  return (
    <>
      <ul>
        {(isLong ? buttons.slice(0, BUTTONS_SHOWN_MAX - 1) : buttons).map((button, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no id, and may say the same
          <li key={place} className={LINE}>
            <OneButton button={button} />
          </li>
        ))}
      </ul>
      {isLong && (
        <button type="button" className={`${LINE} touch w-full hover:bg-hover`} onClick={() => setAll(true)}>
          <List aria-hidden className="size-4 shrink-0" />
          {w.allOptions}
        </button>
      )}
      <Dialog isOpen={areAll} onClose={() => setAll(false)} title={w.allOptions}>
        <ul className="-mx-5 -mt-2">
          {buttons.map((button, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <li key={place} className={LINE}>
              <OneButton button={button} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function OneButton({ button: { type, text, url, phone_number, code } }: { button: ShownButton }) {
  const w = useWords(chatWords)
  const detail = url ? w.opensPage(url) : phone_number ? w.calls(phone_number) : code ? w.copies(code) : undefined
  return (
    <>
      {SIGNS[type]}
      <bdi className="min-w-0 [overflow-wrap:anywhere]" title={detail}>
        {type === 'copy_code' ? w.copyCode : text || '…'}
      </bdi>
      {detail && <span className="sr-only">{detail}</span>}
    </>
  )
}

/** The button of a list; pressing it shows the list. */
export function ChatList({ list }: { list: ShownList }) {
  const w = useWords(chatWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={w.list(list.button)}
        className={`${LINE} touch w-full hover:bg-hover`}
        onClick={() => setOpen(true)}
      >
        <List aria-hidden className="size-4 shrink-0" />
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{list.button}</bdi>
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={<bdi>{list.button}</bdi>}>
        <ListRows list={list} />
      </Dialog>
    </>
  )
}

function ListRows({ list: { sections } }: { list: ShownList }) {
  return (
    <div className="flex flex-col gap-4">
      {sections.map(({ title, rows }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- sections keep their order
        <section key={place}>
          {title && <h3 className="pb-1 text-small font-medium text-app">{title}</h3>}
          <ul>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows keep their order
              <li key={at} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
                <span className="min-w-0 grow [overflow-wrap:anywhere]">
                  <bdi className="block">{row.title || '…'}</bdi>
                  {row.description && <bdi className="block text-small text-soft">{row.description}</bdi>}
                </span>
                <span aria-hidden className="size-4 shrink-0 rounded-full border-2 border-edge" />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
