// Links to pages of the organization: `/org_…/billing/transactions`.

import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useSession } from './session.ts'

type Search = Record<string, unknown>

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** `billing/transactions`. */
  page: string
  search?: Search
  /** Applied on that page and the pages below it. */
  activeClass?: string
  isExact?: boolean
}

export function PageLink({ page, search, activeClass, isExact, ...rest }: PageLinkProps) {
  const { organization } = useSession()
  return (
    <Link
      to={`/${organization.id}/${page}` as string}
      search={search ?? {}}
      activeOptions={{ exact: isExact ?? false, includeSearch: false }}
      {...(activeClass !== undefined && { activeProps: { className: activeClass } })}
      {...rest}
    />
  )
}

/** `go('inbox/conv_…')`. */
export function useGo(): (page: string, options?: { search?: Search; replace?: boolean }) => void {
  const { organization } = useSession()
  const navigate = useNavigate()
  return (page, { search, replace } = {}) =>
    void navigate({ to: `/${organization.id}/${page}` as string, search: search ?? {}, replace: replace ?? false })
}
