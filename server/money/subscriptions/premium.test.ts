import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#kit/database/sql.ts'
import { startSamvad } from '../../../test/harness.ts'
import { endPremium, givePremium } from '../../../test/premium.ts'
import { hasPremium, premiumSql } from './premium.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })

test('spec 23.20: an organization has premium while it is active, cancelling or in grace, and nobody else has', async () => {
  const company = await samvad.newCompany('Asha Mills')
  const { reads } = samvad.app.database
  const listed = async () =>
    (await reads.rows<{ id: string }>(sql`select id from organizations o where ${premiumSql(sql`o.id`)}`)).map(
      ({ id }) => id,
    )
  assert.equal(await hasPremium(reads, company.organizationId), false)
  await givePremium(samvad, company)
  assert.equal(await hasPremium(reads, company.organizationId), true)
  assert.deepEqual(await listed(), [company.organizationId])
  assert.equal(await hasPremium(reads, samvad.company.organizationId), false)
  await endPremium(samvad, company)
  assert.equal(await hasPremium(reads, company.organizationId), false)
  assert.deepEqual(await listed(), [])
})
