// Records which browser windows a test has changed permanently: later files do not reuse them.

import type { Page } from 'playwright-core'

const changed = new WeakSet<Page>()

const CHANGES = ['addInitScript', 'exposeFunction', 'exposeBinding', 'clock']
const CHANGES_OF_CONTEXT = [...CHANGES, 'grantPermissions', 'newCDPSession']

export const isUnchanged = (page: Page): boolean => !page.isClosed() && !changed.has(page)

/** Records permanent changes of the window until it closes. */
export function noteChanges(page: Page): void {
  const note = (object: object, names: readonly string[]) => {
    for (const name of names) {
      const value: unknown = Reflect.get(object, name)
      const get = () => {
        changed.add(page)
        return value
      }
      Object.defineProperty(object, name, { get })
    }
  }
  note(page, CHANGES)
  note(page.context(), CHANGES_OF_CONTEXT)
}
