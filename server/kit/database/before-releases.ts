// Databases from before the first release, 0.2.0, whose migrations were later flattened. The last of those migrations
// produces the same schema, so only the list of applied migrations is replaced. Older databases are refused.

import type pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'
import { type Applied, appliedTo } from './migration-texts.ts'

/** The last commit with the earlier migrations. */
const LAST_COMMIT = '53ec140'

/** All of its migrations, with the hashes of their texts. */
export const migrationsOfBefore: Readonly<Record<string, string>> = {
  '0001_organizations': 'c16851371986b4b4aaf4b806a00093c594be00473070c52722f0bd76c5d69020',
  '0002_edge': 'fd31ac1e1b447e5f71b08991c5e04907a5dc12acbfab6a12870f474184905030',
  '0003_contacts': 'fdca1361ee13f453daf9deb55a698c2ad6d905679666e24724d33e4532164783',
  '0004_wallet': '516afa27b07ef5fbcbe299473d2de329afbb03a9306d7d9284e7e83d6c80a7c3',
  '0005_messages': '35d5cb33156972719e08b41a54b64d85decf3686cc41361d4358434aaedd13c4',
  '0006_recharges': '87704494092870e0eb2054a62e183463ad9d3578745602c8089e8a39f3974636',
  '0007_sandbox': '2bb9271bedd5447882f781f2bd0655566422e18ff61a74ac6a34f7aa40ee3b20',
  '0008_public_prices': '3961e056fdc8d102e137b5cc65df59e0582ab15bb64bf93a054a095115e73c29',
  '0009_audit': '4feb6e96664439141384963339ccf993e38143ca17b430b9f2a919eb76699ed1',
  '0010_money': '232ede3f3cdb600b7bee9e8a61ea8eb90ce0ff115ea7a848e8e5bef31915dd5e',
  '0011_price_lists': '80c5b637595367915b21c82fe7c088c0f65972347ec7224c0fb43dab797b96bb',
  '0012_gateways': 'd4f2cfe0b6d2f92bc774fc72fe87ec403612844df464a5c59f03e14b607a2740',
  '0013_auto_recharge': '5b21ffc68200964cc7985ee7160f94390eb7e175f95d429463945f23e2a0bb4d',
  '0014_refunds': '0aabda55d34c2a9bfda0a9f907bb86ba678c952a84bd0a6435b1571ee6840b4b',
  '0015_invoices': '02b973fdcaa65888ec08b37c74c727e8a570bdaf917784460a7db392abe79a32',
  '0016_reading': '4f8b94cedbc20aa831509ca2ae5cf7c5eaed09a8557633916180d7200c0990da',
  '0017_installation': 'd284ad6911c444e385379af2e460bbd206101460b44cc2df187fd1790144539d',
  '0018_people': 'ffd5e73b175a26fe598292b19c131eb10162db43ac0888b68667b2c2a0adf523',
  '0019_visibility': '7d7c2c211e7b8b4057a2e347cb7c30ed072fc50d27feefa5c70074637b016ce9',
  '0020_sending': '5886109548f983bb24c00972ef14f614711d09ef5e66ed7f1b4b3a504a877f77',
  '0021_gateways': '2b65a110954ee1d9ea6e557dd4b558854739a7d4662abcaa17bf97c37125fa1a',
  '0022_retention': '7d85dbc97aaef7be4095eb0ff4d11e4f27c1b045dc513f757213f3e4dd147468',
  '0023_start': '2d8ea5f578b947aca39b69bf3980be2bbc4c14d5cecf376204ff4771d28433f1',
  '0024_sandbox': 'deda2826de8ec51a1d5efd73b029b2f87efb7709a6f61e01588068f99c6084e9',
  '0025_conversation_indexes': '86b6e459fc50dac4b07416afd74995483bd79e9d9110be807f5e1019e6b55d14',
  '0026_usage': 'c78b5ad2e35ae24a3967156dbeb75b89ba8d4fda44548667a8dc13ad143a4369',
  '0027_channel_queues': '583796921ba69345039e8b5bf34aaba04b4f5536b6793610f86ca5631c7fe4fa',
  '0028_receipts': 'a27468f459168bfa6c892cd12f0c0d1b11d42d07e34d6b20976100ed69a4bb30',
  '0029_inbound': '8ee1560431a4922994f6031a37734064b2c2e1650993e069bf46667dd9537246',
}

/**
 * The flattened migrations that replace them: the same tables, columns, constraints, indexes, triggers and functions,
 * as in db/schema.sql.
 */
export const flattened = [
  '0001_kit',
  '0002_people',
  '0003_money',
  '0004_payments',
  '0005_messaging',
  '0006_sandbox',
] as const

/** Why such a database cannot be upgraded; null when it can. Pure. */
export function faultOfBefore(applied: readonly Applied[]): string | null {
  const names = applied.map(({ name }) => name)
  const differences = [
    ['it lacks', Object.keys(migrationsOfBefore).filter((name) => !names.includes(name))],
    ['it also has', names.filter((name) => !(name in migrationsOfBefore))],
    [
      'it was made with other texts of',
      applied
        .filter(({ name, text_hash }) => text_hash !== null && text_hash !== (migrationsOfBefore[name] ?? text_hash))
        .map(({ name }) => name),
    ],
  ] as const
  const said = differences.flatMap(([what, found]) => (found.length > 0 ? [`${what} ${found.join(', ')}`] : []))
  if (said.length === 0) return null
  return (
    `The database is of before Samvad 0.2.0, and not as commit ${LAST_COMMIT} left it: ${said.join('; ')}. ` +
    `Start that commit on it once (git checkout ${LAST_COMMIT}), then this version.`
  )
}

/** Replaces the list in one transaction if it is complete. Otherwise throws without changing anything. */
export async function takeOverFromBefore(client: pg.Client, texts: ReadonlyMap<string, string>): Promise<void> {
  const applied = await appliedTo(client)
  if (!applied.some(({ name }) => name in migrationsOfBefore)) return
  const fault = faultOfBefore(applied)
  if (fault) throw new CannotStart(fault)
  await client.query('begin')
  await client.query('delete from schema_migrations')
  await client.query(
    `insert into schema_migrations (name, run_on, text_hash)
     select name, now(), text_hash from unnest($1::text[], $2::text[]) with ordinality
      as now_is (name, text_hash, place) order by place`,
    [flattened, flattened.map((name) => texts.get(name))],
  )
  await client.query('commit')
}
