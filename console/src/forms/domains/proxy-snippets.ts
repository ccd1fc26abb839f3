// What the proxy in front of the installation is configured with for domains of forms: docs/operating/form-domains.md.
// Pure.

/** Caddy requests a certificate for each domain that the installation answers for. */
export const caddySnippet = (upstream: string): string => `{
	on_demand_tls {
		ask http://${upstream}/internal/domains/ask
	}
}

https:// {
	tls {
		on_demand
	}
	reverse_proxy ${upstream}
}`

export const nginxSnippet = (domain: string, upstream: string): string => `server {
  listen 443 ssl;
  listen [::]:443 ssl;
  server_name ${domain};
  # certbot certonly --nginx -d ${domain}
  ssl_certificate /etc/letsencrypt/live/${domain}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${domain}/privkey.pem;

  location / {
    proxy_pass http://${upstream};
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
  }
}`

/** Where the program listens unless PORT says otherwise. */
export const UPSTREAM = '127.0.0.1:8080'
