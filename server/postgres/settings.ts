// The embedded PostgreSQL's configuration. Passed on the command line, so that upgrades of the program change it
// without touching files in the data directory; other settings in an operator's postgresql.conf still apply.

export type Settings = {
  socketFolder: string
  port: number
  clusterName: string
  sharedBuffers: string
  /** The folder for completed log segments to be archived; null without archiving. */
  outbox: string | null
  /** Applied last: for tests, whose databases are not needed after a crash. */
  overrides: Readonly<Record<string, string>>
}

export const DEFAULT_SHARED_BUFFERS = '256MB'

/**
 * For a new data directory only, since it cannot be changed afterwards. Creating a segment stops all sends for the same
 * time at any size. Tests of the archive compress, hash and restore many nearly empty segments, so theirs are small.
 */
export const walSegmentMegabytes = (): number => Number(process.env.SAMVAD_TEST_POSTGRES_SEGMENT_MB ?? 64)

/** An incomplete segment is archived after this long: at most this much is lost with the machine. */
export const ARCHIVE_TIMEOUT_SECONDS = 60

/** False when tests start whole programs: a killed process loses nothing without syncs; only a power failure would. */
export const syncsToDisk = (): boolean => process.env.SAMVAD_TEST_POSTGRES_FSYNC !== 'off'

/** PostgreSQL's own module copies each complete segment there and never overwrites one. */
const archiving = (outbox: string): Record<string, string> => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': outbox,
  archive_timeout: `${ARCHIVE_TIMEOUT_SECONDS}s`,
})

export function settingArguments(settings: Settings): string[] {
  const overTcp = settings.socketFolder === ''
  const values: Record<string, string> = {
    // A socket in a private folder. Windows, which has none, uses loopback and the password.
    listen_addresses: overTcp ? '127.0.0.1' : '',
    unix_socket_directories: settings.socketFolder,
    port: String(settings.port),
    // Part of every process title, by which orphans of a killed postmaster are identified.
    cluster_name: settings.clusterName,

    // The data includes money: an acknowledged commit survives a power failure.
    fsync: syncsToDisk() ? 'on' : 'off',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    // For a machine with 2 cores and 4 GB shared with Node. The operating system's cache does the rest.
    shared_buffers: settings.sharedBuffers,
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_connections: '200',

    // For continuous writes: few checkpoints, because after each one every changed page is logged in full again. 4 GB
    // of log are replayed in well under a minute after a crash. These binaries have neither lz4 nor zstd.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    // New segments are not filled with zeros, which would block all writers.
    wal_init_zero: 'off',
    checkpoint_timeout: '15min',
    wal_compression: 'pglz',

    // Statements here take milliseconds; compiling them takes longer than running them.
    jit: 'off',
    // For solid state disks: reading an index is nearly as cheap as reading a table sequentially.
    random_page_cost: '1.1',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Statement errors go to the client, which decides whether to log them; logged here too, every refused duplicate
    // would grow the file. Crashes, recoveries and refused connections are still logged.
    log_min_messages: 'log',

    ...(settings.outbox === null ? {} : archiving(settings.outbox)),
    ...settings.overrides,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
