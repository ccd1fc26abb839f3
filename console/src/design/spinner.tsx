import { LoaderCircle } from 'lucide-react'

/** Something goes on; what it is says the text beside it. */
export const Spinner = () => <LoaderCircle aria-hidden className="size-4 animate-spin" />
