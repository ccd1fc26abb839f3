// The database's contents from its catalogs: tables of new migrations are backed up without being listed here.

import { REMOVAL_LOCK } from '#messaging/attachments/queries.ts'

/** The list of migrations is in the backup's header, and recreated by the restore. */
const NOT_DATA = ['schema_migrations']

const ours = (catalog: string) => `
  relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend e where e.objid = ${catalog}.oid and e.deptype = 'e')`

/** In an order in which they can be filled: a table comes after those that its foreign keys refer to. */
export const TABLES = `
  select c.relname::text as name,
         (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
                where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> k.conrelid) as names
    from pg_class c
   where c.relkind in ('r', 'p') and not c.relispartition and ${ours('c')}
     and c.relname <> all ('{${NOT_DATA.join(',')}}')
   order by c.relname`

export const SEQUENCES = `
  select s.sequencename as name, coalesce(s.last_value, s.start_value)::text as last_value,
         s.last_value is not null as is_called
    from pg_sequences s join pg_class c on c.relname = s.sequencename and ${ours('c')}
   where s.schemaname = 'public' and s.sequencename <> 'schema_migrations_id_seq'
   order by s.sequencename`

/** All user-created objects; an empty database has none. */
export const CONTENT = `
  select case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'view' else 'table' end as kind,
         c.relname as name
    from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${ours('c')}
  union all
  select 'function', p.proname from pg_proc p
   where p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
   order by kind desc, name`

export const MOMENT = `select now() as taken_at, current_setting('server_version') as postgres_version`

export const IS_DISTRIBUTED = `select from pg_extension where extname = 'citus'`

/** Makes COPY's output independent of server and role settings. */
export const EXACT_TEXTS = `
  set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set extra_float_digits to 1;
  set bytea_output to 'hex'; set client_encoding to 'UTF8'; set search_path to public;
  set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`

/**
 * Runs before the snapshot, so that no migration changes a table in between. Blocks writers only if `isHeld`, readers
 * never.
 */
export const lockTables = (tables: readonly string[], isHeld: boolean): string =>
  `lock table ${tables.map(quoted).join(', ')} in ${isHeld ? 'share' : 'access share'} mode`

export const copyOutOf = ({ name, columns }: { name: string; columns: readonly string[] }): string =>
  `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`

export const copyInto = ({ name, columns }: { name: string; columns: readonly string[] }): string =>
  `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`

/**
 * Empties new tables of the rows that migrations inserted, with their protecting triggers disabled until the commit.
 * Separate statements, because Citus forwards the whole text.
 */
export const emptyTables = (tables: readonly string[]): string[] => [
  ...tables.map((name) => `alter table ${quoted(name)} disable trigger user`),
  `truncate ${tables.map(quoted).join(', ')}`,
  ...tables.map((name) => `alter table ${quoted(name)} enable trigger user`),
]

/** As the migration tool creates it. */
export const MAKE_MIGRATIONS_TABLE = `
  create table schema_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null,
    text_hash text)`

export const NOTE_MIGRATIONS = `
  insert into schema_migrations (name, run_on, text_hash)
  select name, now(), text_hash from unnest($1::text[], $2::text[]) with ordinality as t (name, text_hash, place)
   order by place`

export const LOCK = 'select pg_advisory_lock($1)'

export const SET_SEQUENCE = 'select setval($1::regclass, $2::bigint, $3)'

/** The current segment, and completed ones that have not been handed to the archive yet. */
export const LOG_PLACE = `
  select pg_walfile_name(pg_current_wal_lsn()) as current, current_setting('wal_segment_size') as size,
         array(select replace(name, '.ready', '') from pg_ls_archive_statusdir() where name like '%.ready') as waiting`

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Number of attachment files per step of a backup. */
export const ATTACHMENT_PAGE = 1000

/** Tables whose rows have files besides attachments: databases of earlier versions lack some of them. */
const FILES_OF: Readonly<Record<string, string>> = {
  exports: "select org_id, file_id from exports where status = 'completed'",
  form_files: 'select org_id, id from form_files',
  message_originals: 'select org_id, id from message_originals',
}

/** `tables`: the database's tables. */
export const attachmentsAfter = (after: readonly [string, string] | null, tables: readonly string[]) => ({
  text: `select org_id, id from (
           select org_id, id from attachments
           ${tables.flatMap((name) => (FILES_OF[name] ? `union all ${FILES_OF[name]}` : [])).join(' ')}) files
          where (org_id, id) > ($1::uuid, $2::uuid) order by org_id, id limit ${ATTACHMENT_PAGE}`,
  values: after === null ? [LEAST_ID, LEAST_ID] : [...after],
})

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/** The job that removes files does not start while somebody holds this lock: see attachments/queries.ts. */
export const KEEP_FILES = `select pg_advisory_xact_lock_shared(${REMOVAL_LOCK})`
