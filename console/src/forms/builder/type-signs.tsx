import {
  AlignLeft,
  BadgeCheck,
  Calendar,
  CircleDot,
  Clock,
  EyeOff,
  Gauge,
  Hash,
  Heading,
  type LucideIcon,
  Mail,
  Paperclip,
  Phone,
  SeparatorHorizontal,
  SquareCheck,
  SquareChevronDown,
  Star,
  ToggleLeft,
  Type,
} from 'lucide-react'
import type { FieldType } from '../shape.ts'

const SIGNS: Record<FieldType, LucideIcon> = {
  short_text: Type,
  long_text: AlignLeft,
  number: Hash,
  email: Mail,
  phone: Phone,
  date: Calendar,
  time: Clock,
  single_choice: CircleDot,
  multiple_choice: SquareCheck,
  dropdown: SquareChevronDown,
  rating: Star,
  scale: Gauge,
  yes_no: ToggleLeft,
  consent: BadgeCheck,
  file: Paperclip,
  hidden: EyeOff,
  heading: Heading,
  page_break: SeparatorHorizontal,
}

export function TypeSign({ type }: { type: FieldType }) {
  const Sign = SIGNS[type]
  return <Sign aria-hidden className="size-4 shrink-0 text-soft" />
}
