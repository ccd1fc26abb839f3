// Runs axe's accessibility rules on a page of a real browser.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/**
 * The widths at which axe checks a page in light and in dark: no rule depends on both width and colours, and axe is the
 * most expensive part of a check.
 */
export const AXE_WIDTHS = { light: 1280, dark: 360 } as const

export const IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"

let axeSource: string | undefined

/**
 * Runs axe on the current page, without the content of its frames. In light mode it runs all rules, in dark mode those
 * of DARK_RULES. While a modal dialog is open it checks the dialog alone: the page behind it is inert, and is checked
 * without the dialog. The script is loaded once per document, and only violations leave the page: serializing
 * everything that passes takes longer than the rules. `part`, a selector, checks that part of the page alone.
 */
export async function accessibilityViolations(page: Page, part?: string): Promise<string[]> {
  axeSource ??= await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  if (!(await page.evaluate<boolean>('Boolean(globalThis.axe)'))) await page.evaluate(`${axeSource};0`)
  return page.evaluate<string[]>(violationsIn(part === undefined ? '[document]' : JSON.stringify([part])))
}

// Code that runs in the page is text, because our types do not include the DOM.

/** The axe rules that depend on colours, and those on controls that appear only in the narrow layout. */
const DARK_RULES = [
  'color-contrast',
  'link-in-text-block',
  'button-name',
  'link-name',
  'label',
  'select-name',
  'aria-hidden-focus',
  'nested-interactive',
  'scrollable-region-focusable',
]

const OPEN_DIALOG = `(document.querySelector('[data-base-ui-inert]')
  ? [...document.querySelectorAll('[role=dialog]:not([data-toast]), [role=alertdialog]')]
      .filter((dialog) => dialog.checkVisibility() && !dialog.closest('[data-base-ui-inert]'))
  : [])`

const violationsIn = (parts: string) => `axe.run(
    { include: ${OPEN_DIALOG}.length > 0 ? ${OPEN_DIALOG} : ${parts}, exclude: [['iframe']] },
    { resultTypes: ['violations'], iframes: false, preload: false,
      ...(${IS_DARK} && { runOnly: ${JSON.stringify(DARK_RULES)} }) })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + (failureSummary ?? '').slice(0, 300))))`
