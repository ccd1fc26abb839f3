// db/schema.sql is the complete result of the migrations: run on an empty database it creates the same schema.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { schemaText } from '../../bin/schema-text.ts'
import { testDatabase } from '../harness.ts'
import { emptyDatabase } from '../postgres.ts'
import { root } from './sources.ts'

test('db/schema.sql is what the migrations add up to, and makes the same on an empty database', async () => {
  const committed = readFileSync(`${root}db/schema.sql`, 'utf8').replaceAll('\r\n', '\n')
  const [migrated, made] = [await testDatabase(), await emptyDatabase()]
  const fromMigrations = await withClient(migrated, schemaText)
  assert.ok(
    committed.endsWith(`\n\n${fromMigrations}`),
    'db/schema.sql is out of date. Run `node bin/run.mjs bin/schema.ts`.',
  )
  assert.equal(await withClient(made, (client) => remade(client, committed)), fromMigrations)
})

const unusual = `create table words (
  id bigint not null,
  "Order" text not null default 'none, it''s free',
  kinds text[] default array['PENDING', 'b c'],
  made_at timestamptz(3),
  length integer generated always as (length("Order")) stored,
  other bigint,
  primary key (id),
  constraint words_order_id_key unique ("Order", id),
  exclude using btree (made_at with =),
  foreign key (other) references words(id) on delete cascade deferrable,
  check ("Order" in ('none, it''s free', 'PENDING', 'Public.b')),
  constraint words_check check (id > 0 and other < id or "Order" like 'a%')
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
create index words_lower on words (lower("Order"), id desc nulls last) include (other) with (fillfactor = 90)
  where kinds <> '{}' and "Order" <> 'A  B';
alter table words enable row level security;
alter table words force row level security;
create policy one on words as restrictive for update to public using (id > 1) with check (check_word(id));
create view shouted with (security_barrier = true) as select upper("Order") as "Word" from words;
create view all_shouted as select "Word" from shouted union all select 'A  b';
create trigger words_checked before insert or update of "Order" on words for each row when (new.id > 5) execute function check_them('X');
comment on table words is 'It''s Public.';
comment on column words."Order" is 'public.';
comment on constraint words_check on words is 'c';`

const functions = `create function check_word(id bigint) returns boolean language sql stable as $$ select id > 0 $$;
create function check_them() returns trigger language plpgsql as $$ begin return NEW; end $$;`

test('whatever a table, a view or a function may be is shown, and makes the same again', async () => {
  const first = await withClient(await emptyDatabase(), (client) => remade(client, `${functions}\n${unusual}`))
  for (const part of [
    `"Order" text not null default 'none, it''s free'`,
    'length integer generated always as (length("Order")) stored',
    'foreign key (other) references words(id) on delete cascade deferrable',
    `check ("Order" in ('none, it''s free', 'PENDING', 'Public.b'))`,
    `default array['PENDING', 'b c']`,
    ') with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);',
    `"Order" <> 'A  B'`,
    'create policy one on words as restrictive for update to public using ((id > 1)) with check (check_word(id));',
    'alter table words force row level security;',
    `execute function check_them('X')`,
    `comment on table words is 'It''s Public.';`,
    'comment on constraint words_check on words is',
  ])
    assert.ok(first.includes(part), `${part} in:\n${first}`)
  // A policy's function must exist before the table that it protects.
  const again = await withClient(await emptyDatabase(), (client) =>
    remade(client, `${functions}\n${withoutFunctions(first)}`),
  )
  assert.equal(again, first)
  const other = await withClient(await emptyDatabase(), (client) =>
    remade(client, `${functions}\n${unusual.replace('nulls last', 'nulls first')}`),
  )
  assert.notEqual(other, first, 'a difference shows')
})

test('what has no place in the text is refused by its name', async () => {
  const refused: Record<string, string> = {
    counted: 'create sequence counted cycle',
    mood: `create type mood as enum ('good')`,
    days: 'create materialized view days as select 1 as day',
    'a\\.b': 'create table a (b text collate "C")',
    granted: 'create table granted (); grant select on granted to public',
    child: 'create table parent (); create table child () inherits (parent)',
    parts: 'create table parts (a int) partition by list (a)',
    sum_of: `create aggregate sum_of(int) (sfunc = int4pl, stype = int)`,
  }
  for (const [name, text] of Object.entries(refused)) {
    const reading = withClient(await emptyDatabase(), (client) => remade(client, text))
    await assert.rejects(reading, new RegExp(`does not show this yet: (.*, )?${name} \\(`), text)
  }
})

const withoutFunctions = (text: string) => text.replace(/^-- Functions\n[\s\S]*?(?=^-- Triggers)/m, '')

async function remade(client: pg.Client, text: string): Promise<string> {
  await client.query(text)
  return schemaText(client)
}

async function withClient<T>(connection: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
