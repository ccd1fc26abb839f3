import { CopyButton } from './copy.tsx'

/** The API id, ready to copy. */
export const Identity = ({ id }: { id: string }) => (
  <span className="-my-1.5 pointer-coarse:-my-3 flex items-center gap-1">
    <code className="min-w-0 truncate font-mono text-small">{id}</code>
    <CopyButton text={id} />
  </span>
)
