// Assigns slugs to forms. A slug is unique in the installation and never passes to another organization.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalid, refusal } from '#kit/refusals.ts'
import { FORM_SLUGS_MAX } from './limits.ts'
import * as queries from './queries.ts'
import { newSlug, slugError } from './slugs.ts'

/** Generated slugs have a random suffix, so a second attempt is practically never needed. */
const TRIES = 5

/** The slug of a new form: the given one, otherwise one generated from its name. */
export async function takeAddress(tx: Tx, scope: Scope, id: Uuid, name: string, given?: string): Promise<string> {
  if (given !== undefined) {
    await takeGiven(tx, scope, id, given)
    return given
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const slug = newSlug(name)
    if (await tx.row(queries.takeSlug(slug, scope, id))) return slug
  }
  throw new Error('no address was free')
}

/** 409 when another form has it. A former slug of this form, or of a deleted form of the organization, can be used. */
export async function takeGiven(tx: Tx, scope: Scope, id: Uuid, slug: string): Promise<void> {
  const error = slugError(slug)
  if (error) throw invalid('slug', error)
  const { organizationId } = scope
  const row = await tx.row<queries.SlugRow>(queries.bySlug(slug))
  if (row?.org_id === organizationId && row.form_id === id) return
  const counted = await tx.row<{ count: number }>(queries.countSlugs(organizationId, id))
  if ((counted?.count ?? 0) >= FORM_SLUGS_MAX) throw refusal('conflict', 'form_slugs_too_many', { max: FORM_SLUGS_MAX })
  if (!row) {
    if (await tx.row(queries.takeSlug(slug, scope, id))) return
  } else if (row.org_id === organizationId && !(await tx.row(queries.exists(organizationId, row.form_id)))) {
    if ((await tx.run(queries.passSlug(slug, organizationId, row.form_id, id))) > 0) return
  }
  throw refusal('already_exists', 'form_slug_taken', { slug })
}
