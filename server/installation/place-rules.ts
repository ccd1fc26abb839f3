// Decides whether the installation is at its recorded location. Pure. docs/decisions/fence.md lists the cases.

/** An installation's location. Null: unknown or not applicable. */
export interface Place {
  /** SAMVAD_PLACE. */
  name: string | null
  /** PostgreSQL's system identifier: assigned by initdb, so that only a new server has another. */
  system: string | null
  /** Identifiers of the database and of its installation table: restoring a dump creates new ones. */
  database: string
  table: string
  /** Identity of a file of the embedded PostgreSQL that it never replaces: copying the folder creates a new one. */
  file: FileIdentity | null
}

/** The recorded location, and a completed or incomplete move. */
export interface Home extends Place {
  moved?: Move
  arriving?: Arrival
}

export interface Move {
  /** The same in both databases. */
  id: string
  /** In words, without a password. */
  to: string
}

export interface Arrival extends Move {
  /** The fence that was up at the source. */
  fence: { since: string; reason: string } | null
}

/** A file's identity, unchanged when its folder is moved or mounted elsewhere. */
export interface FileIdentity {
  inode: string
  /** In nanoseconds; null where the file system does not provide it. */
  born: string | null
}

/** Without a birth time, file systems return the time of the last change instead, or 0. */
export function identityOf({ ino, birthtimeNs, ctimeNs }: { ino: bigint; birthtimeNs: bigint; ctimeNs: bigint }) {
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs
  return { inode: String(ino), born: isKept ? String(birthtimeNs) : null }
}

/** The reason why the installation is not at its recorded location, for operators; null when it is. */
export function whyElsewhere(known: Home, here: Place): string | null {
  if (known.moved) return `it was moved to ${known.moved.to}`
  if (known.name !== here.name)
    return `SAMVAD_PLACE was ${shown(known.name)} at the last start and is ${shown(here.name)} now`
  if (areOther(known.system, here.system)) return 'its database is on another PostgreSQL server'
  if (known.database !== here.database) return 'its database was copied or restored'
  if (known.table !== here.table) return 'its database was restored from a dump'
  if (isOtherFile(known.file, here.file)) return 'its data folder was copied or restored'
  return null
}

/**
 * The location as a command sees it. A command may run without the server's SAMVAD_PLACE: it then takes the value of
 * the last start, if that was here.
 */
export function asStarted(here: Place, foundAt: Place | null): Place {
  if (here.name !== null || foundAt === null) return here
  return whyElsewhere({ ...foundAt, name: null }, here) === null ? { ...here, name: foundAt.name } : here
}

const shown = (name: string | null): string => (name === null ? 'not set' : `"${name}"`)

/** True when both values are known and differ. */
const areOther = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other

function isOtherFile(known: FileIdentity | null, here: FileIdentity | null): boolean {
  if (known === null || here === null) return known !== here
  return known.inode !== here.inode || areOther(known.born, here.born)
}
