// Proxy configuration for form domains, as documented in docs/operating/form-domains.md. Pure.

/** The program's default address, without HOST and PORT. */
const UPSTREAM = '127.0.0.1:8080'

/** Host and port of the program's own address, as returned in the installation's status. */
export const upstreamOf = (url: unknown): string =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).host : UPSTREAM

/** Caddy requests a certificate for each name that an organization has verified: deploy/caddy/Caddyfile. */
export const caddySnippet = (upstream: string): string => `{
	on_demand_tls {
		ask http://${upstream}/internal/domains/ask
	}
}

https:// {
	tls {
		on_demand
	}
	@forms path / /f/*
	handle @forms {
		request_body {
			max_size 48MB
		}
		reverse_proxy ${upstream}
	}
	handle {
		respond 404
	}
}`

/** nginx needs a server block and a certificate for each domain. Without the certificate it does not start. */
export const nginxSnippet = (domain: string): string => `DOMAIN=${domain}
sed "s/forms.asha.example/$DOMAIN/" deploy/nginx/form-domain.conf > /etc/nginx/conf.d/$DOMAIN.conf
# Leave out the server block for port 443 until certbot has the certificate.
nginx -t && systemctl reload nginx
certbot certonly --webroot -w /var/www/certbot -d "$DOMAIN" --deploy-hook 'systemctl reload nginx'`
