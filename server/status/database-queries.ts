// SQL of the database's state, from PostgreSQL's own views: no organization's row is read.

import { type Statement, sql } from '#kit/database/sql.ts'

/** Number of tables shown: the largest ones. */
const TABLES_SHOWN = 5
const QUERY_SHOWN_CHARACTERS = 120

export interface ServerRow {
  version: string
  now: Date
  started_at: Date
  size: bigint
  connections_max: number
  transaction_age: number
  is_in_recovery: boolean
}

export function server(): Statement {
  return sql`
    select current_setting('server_version') as version, clock_timestamp() as now,
           pg_postmaster_start_time() as started_at, pg_database_size(current_database()) as size,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             as connections_max,
           (select age(datfrozenxid) from pg_database where datname = current_database()) as transaction_age,
           pg_is_in_recovery() as is_in_recovery`
}

export interface ActivityRow {
  used: bigint
  ours: bigint
  transaction_seconds: number | null
  transaction_pid: number | null
  transaction_state: string | null
  statement_seconds: number | null
  statement_pid: number | null
  statement: string | null
}

/** Only our own programs' statements are returned: another program's may contain values. */
export function activity(): Statement {
  return sql`
    with clients as materialized (
      select pid, state, application_name, query,
             extract(epoch from clock_timestamp() - xact_start)::float8 as transaction_seconds,
             case when state = 'active' then extract(epoch from clock_timestamp() - query_start)::float8 end
               as statement_seconds
        from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()),
    oldest as (
      select * from clients where transaction_seconds is not null order by transaction_seconds desc limit 1),
    slowest as (
      select * from clients where statement_seconds is not null order by statement_seconds desc limit 1)
    select (select count(*) from clients) as used,
           (select count(*) from clients where application_name like 'samvad%') as ours,
           o.transaction_seconds, o.pid as transaction_pid, o.state as transaction_state,
           s.statement_seconds, s.pid as statement_pid,
           case when s.application_name like 'samvad%'
                then left(regexp_replace(s.query, '\\s+', ' ', 'g'), ${QUERY_SHOWN_CHARACTERS}::int) end as statement
      from (select 1) as one left join oldest o on true left join slowest s on true`
}

export interface TableRow {
  name: string
  size: bigint
  live: bigint
  dead: bigint
  vacuumed_at: Date | null
  analyzed_at: Date | null
}

export function largestTables(): Statement {
  return sql`
    with largest as materialized (
      select oid, relname from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace order by relpages desc limit ${TABLES_SHOWN})
    select l.relname as name, pg_total_relation_size(l.oid) as size, s.n_live_tup as live, s.n_dead_tup as dead,
           greatest(s.last_vacuum, s.last_autovacuum) as vacuumed_at,
           greatest(s.last_analyze, s.last_autoanalyze) as analyzed_at
      from largest l join pg_stat_all_tables s on s.relid = l.oid
     order by size desc`
}

/** Null where Citus is not installed. */
export function citus(): Statement {
  return sql`select to_regclass('pg_catalog.pg_dist_node') is not null as is_installed`
}

export function machines(): Statement {
  return sql`select count(*) as count from pg_dist_node where isactive and shouldhaveshards`
}

export function isMigrated(): Statement {
  return sql`select to_regclass('public.schema_migrations') is not null as is_there`
}

export function migrations(): Statement {
  return sql`select name from schema_migrations order by id`
}
