/** The path of a proxy that runs, or null. */
export function findProxy(name: 'nginx' | 'caddy'): string | null
