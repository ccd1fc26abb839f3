// Signs a browser in to the console with a session created directly, for pages outside the console that need one.

import type { Page } from 'playwright-core'
import type { Uuid } from '#kit/ids.ts'
import * as sessions from '#people/sessions/actions.ts'
import { sessionCookie } from '#people/sessions/rules.ts'
import type { TestSamvad } from '../harness.ts'

/** Reloads the page, by default as the owner of the company. */
export async function signIn(
  { app, company, url }: TestSamvad,
  page: Page,
  userId: Uuid = company.userId,
  organizationId: Uuid = company.organizationId,
): Promise<void> {
  const { secret } = await app.database.transaction(
    (tx) => sessions.begin(tx, userId, organizationId, app.clock()),
    organizationId,
  )
  const [name, value] = sessionCookie(secret, url).split(/[=;]/) as [string, string]
  await page.context().addCookies([{ name, value, url: `${url}/console/`, httpOnly: true, sameSite: 'Strict' }])
  await page.reload()
}
