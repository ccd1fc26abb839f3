import { useWords } from './language.tsx'
import { useIsSuspended } from './organization.ts'
import { words as permissionWords } from './permission-words.ts'
import { useMay } from './session.ts'

interface NeedsProps {
  permission: string
  /** What needs it: "Changing the plan". */
  what: string
}

/** For people who see what they can't change: which permission it needs, and who has it. */
export function Needs({ permission, what }: NeedsProps) {
  const w = useWords(permissionWords)
  const isSuspended = useIsSuspended()
  // A suspension takes permissions from everybody; a notice above the page says so.
  if (useMay()(permission) || isSuspended) return null
  return <p className="max-w-prose text-soft">{w.needs(what, w.names[permission]?.[0] ?? permission)}</p>
}
