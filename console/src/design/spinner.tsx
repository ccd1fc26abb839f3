import { LoaderCircle } from 'lucide-react'

/** A busy indicator; the text next to it explains it. */
export const Spinner = () => <LoaderCircle aria-hidden className="size-4 animate-spin" />
