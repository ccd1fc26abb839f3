import { Copy, ExternalLink, Phone, Reply } from 'lucide-react'

const SIGN = 'size-4 shrink-0 text-soft'

export const BUTTON_SIGNS = {
  quick_reply: <Reply aria-hidden className={SIGN} />,
  url: <ExternalLink aria-hidden className={SIGN} />,
  phone_number: <Phone aria-hidden className={SIGN} />,
  copy_code: <Copy aria-hidden className={SIGN} />,
}
