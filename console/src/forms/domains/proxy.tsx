import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { useSession } from '../../app/session.ts'
import { Code } from '../../design/copy.tsx'
import { Section } from '../../design/page.tsx'
import { domainWords } from './domain-words.ts'
import { caddySnippet, nginxSnippet, upstreamOf } from './proxy-snippets.ts'

/** Shows operators the proxy's configuration, and other users who operates it. */
export function Proxy({ name }: { name: string }) {
  const w = useWords(domainWords)
  const { user } = useSession()
  const upstream = useUpstream(user.is_operator)
  return (
    <Section title={w.proxy} description={w.proxyDetail}>
      {user.is_operator ? (
        <div className="flex flex-col gap-4">
          <div>
            <h3 className="mb-1 font-medium">{w.caddy}</h3>
            <Code text={caddySnippet(upstream)} label={w.copyCaddy} />
          </div>
          <div>
            <h3 className="mb-1 font-medium">{w.nginx}</h3>
            <Code text={nginxSnippet(name)} label={w.copyNginx} />
          </div>
        </div>
      ) : (
        <p className="max-w-prose text-soft">{w.proxyOfOperator}</p>
      )}
    </Section>
  )
}

/** The address on which this installation listens. */
function useUpstream(isOperator: boolean): string {
  const { data } = useQuery({
    queryKey: ['installation', 'status'],
    enabled: isOperator,
    queryFn: () => api.installation.status.retrieve(),
  })
  const program = data?.parts.find(({ name }) => name === 'program')
  return upstreamOf(program?.facts.url)
}
