/** The path of a working proxy, or null. */
export function findProxy(name: 'nginx' | 'caddy'): string | null
