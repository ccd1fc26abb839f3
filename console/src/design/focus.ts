// Where the focus goes when a dialog closes (WCAG 2.4.3): to the element that opened it. If that element is gone, as
// after a deletion or on another page, to the heading of the page.

import { useState } from 'react'
import { isInDialog } from '../app/shortcuts.ts'

/** Neither removing nor disabling the focused element fires an event, so the focus is polled. */
const CHECK_MS = 100
/** How long it is watched for consequences of an action: the list without its row, the next page with its data. */
const WATCH_MS = 30_000

/** The `finalFocus` of a dialog that opens and closes with `isOpen`. */
export function useFinalFocus(isOpen: boolean): () => HTMLElement | false {
  const [{ wasOpen, opener }, setOpener] = useState(() => ({ wasOpen: isOpen, opener: isOpen ? openerNow() : null }))
  if (isOpen !== wasOpen) setOpener({ wasOpen: isOpen, opener: isOpen ? openerNow() : opener })
  return () => {
    keepFocus()
    const { activeElement } = document
    // The action may have moved the focus to where the user continues, such as the composer.
    const isElsewhere = !isFocusNowhere() && activeElement?.closest('[role$="dialog"]') === null
    return !isElsewhere && opener instanceof HTMLElement && opener.isConnected ? opener : false
  }
}

/** A menu item disappears with its menu; the menu's button stays. */
function openerNow(): Element | null {
  const { activeElement, body } = document
  const trigger = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = (trigger ? document.getElementById(trigger) : null) ?? activeElement
  return opener === body ? null : opener
}

/** True when the focus is on nothing from which a user would continue. */
export function isFocusNowhere(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches('#page, #page h1')
}

let stop = (): void => {}

/** Moves the focus to the heading whenever it is lost, until the user presses a key or button. */
function keepFocus(): void {
  stop()
  const checking = setInterval(() => {
    const { activeElement, body } = document
    if ((activeElement === null || activeElement === body) && !isInDialog()) focusHeading()
  }, CHECK_MS)
  const ending = setTimeout(() => stop(), WATCH_MS)
  const events = ['keydown', 'pointerdown'] as const
  const end = () => {
    clearInterval(checking)
    clearTimeout(ending)
    for (const event of events) removeEventListener(event, end, true)
  }
  for (const event of events) addEventListener(event, end, true)
  stop = end
}

function focusHeading(): void {
  const page = document.getElementById('page')
  // The inbox has two headings, of which a phone shows one.
  const heading = [...(page?.querySelectorAll('h1') ?? [])].find((one) => one.checkVisibility())
  if (heading) heading.tabIndex = -1
  const target = heading ?? page
  target?.focus({ preventScroll: true })
}
