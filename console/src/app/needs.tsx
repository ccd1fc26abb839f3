import { useWords } from './language.tsx'
import { useIsSuspended } from './organization.ts'
import { words as permissionWords } from './permission-words.ts'
import { useMay } from './session.ts'

interface NeedsProps {
  permission: string
  /** The action that requires the permission: "Changing the plan". */
  what: string
}

/** For users who see what they cannot change: the permission that it requires. */
export function Needs({ permission, what }: NeedsProps) {
  const w = useWords(permissionWords)
  const isSuspended = useIsSuspended()
  // A suspension removes permissions from everybody; a notice above the page states it.
  if (useMay()(permission) || isSuspended) return null
  return <p className="max-w-prose text-soft">{w.needs(what, w.names[permission]?.[0] ?? permission)}</p>
}
