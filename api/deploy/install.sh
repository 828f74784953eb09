#!/bin/bash
# Sets this release up on Debian 12 or newer, as root: ./install.sh shop.example.com
# Run again, it changes nothing that is right.
#   --nginx        https by nginx and certbot, not by Caddy
#   --no-proxy     no https here: it is done elsewhere, or later
#   --backup FILE  goes on with that backup, instead of beginning an empty shop
#   --dry-run      says each step, and does none
set -euo pipefail

proxy=caddy address='' backup='' dry=''
while [ $# -gt 0 ]; do
  case $1 in
    --nginx | --no-proxy) proxy=${1#--} ;;
    --backup) backup=${2?a file} && shift ;;
    --dry-run) dry=yes ;;
    --help) sed -n '2,7s/^# //p' "$0" && exit ;;
    -*) sed -n '2,7s/^# //p' "$0" >&2 && exit 2 ;;
    *) address=$1 ;;
  esac
  shift
done

here=$(cd "$(dirname "$0")" && pwd -P)
release=/opt/farm/releases/$(basename "$here")
deploy=/opt/farm/current/api/deploy
settings=/etc/farm/farm.env
# The service reads it too. It is there until a new shop is set up.
new_shop=/etc/farm/new-shop.env

step() { printf '\n%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2 && exit 1; }
# Says a command, and does it.
run() { printf '  %s\n' "$*" && { [ "$dry" ] || "$@"; }; }
# Writes what it is given into a file, if the file has anything else. It is true if it did.
write() {
  local text
  text=$(cat)
  [ "$text" != "$(cat "$1" 2>/dev/null)" ] || return 1
  printf '  write %s\n' "$1"
  [ "$dry" ] || install -D -m "${2-644}" <(printf '%s\n' "$text") "$1"
}
# Starts a proxy for now and every boot, or lets it read its settings again. The other one may have its ports.
serve() {
  systemctl is-enabled --quiet "$1" 2>/dev/null || run systemctl enable --quiet "$1"
  run systemctl reload-or-restart "$1" ||
    fail "$1 does not start: journalctl -u $1 says why. If $2 has ports 80 and 443: systemctl disable --now $2. Run this again then."
}
setting() { [ ! -e "$settings" ] || sed -n "s/^$1=//p" "$settings" | tail -n 1; }

[[ $address =~ ^[a-z0-9-]+(\.[a-z0-9-]+)+$ || $proxy = no-proxy ]] ||
  fail "Which address does the shop have? Type it as in: ./install.sh shop.example.com"
if [ ! "$dry" ]; then
  [ "$(id -u)" = 0 ] || fail "It installs programs, so it needs root: sudo ./install.sh $address"
  dpkg --compare-versions "$(dpkg-query -W -f '${Version}' systemd)" ge 252 ||
    fail "This needs Debian 12 or newer, with its systemd."
fi

step "1. Programs"
missing=()
case $proxy in caddy) proxies=(caddy) ;; nginx) proxies=(nginx certbot) ;; *) proxies=() ;; esac
for package in libatomic1 openssh-client rsync "${proxies[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  run apt-get -qq update
  run env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}"
fi

step "2. The service’s user and folder"
id farm >/dev/null 2>&1 || run useradd --system --home-dir /var/lib/farm --shell /usr/sbin/nologin farm
# A disk that is not mounted has its folder nevertheless, and no shop begins in it.
if [ ! -e /var/lib/farm ] && [ ! "$backup" ]; then write "$new_shop" <<<"NEW_SHOP=1" || true; fi
[ -d /var/lib/farm ] || run install -d -m 700 /var/lib/farm
[ "$(stat -c %U /var/lib/farm 2>/dev/null)" = farm ] || run chown -R farm:farm /var/lib/farm

step "3. The release"
if [ ! -e "$release" ]; then
  run mkdir -p "$release.part"
  run cp -a --no-preserve=ownership "$here/." "$release.part"
  run mv "$release.part" "$release"
fi
run "$here/api/deploy/farm" check-node "$release"
[ -e /opt/farm/current ] || run ln -sfn "releases/$(basename "$release")" /opt/farm/current
[ -L /usr/local/bin/farm ] || run ln -s "$deploy/farm" /usr/local/bin/farm
[ "$dry" ] || [ /opt/farm/current -ef "$release" ] ||
  printf '  %s is another release and stays. farm upgrade replaces it.\n' "$(readlink -f /opt/farm/current)"

step "4. The settings: $settings"
if [ ! -e "$settings" ]; then
  text=$(cat "$here/api/deploy/farm.env.example")
  key=''
  if [ -t 0 ] && [ ! "$dry" ]; then
    echo "  Stripe’s three keys (dashboard.stripe.com, Developers). Press Enter to start without money, in the payment sandbox."
    for name in STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET PUBLIC_STRIPE_PUBLISHABLE_KEY; do
      read -r -p "  $name: " key
      [ "$key" ] || break
      text=${text/"$name="/"$name=$key"}
    done
  fi
  [ "$key" ] || text=${text/"#PAYMENTS=sandbox"/"PAYMENTS=sandbox"}
  # With what builds the site, its content is edited here.
  [ ! -e "$here/src/build" ] || text=${text/"#CONTENT_DIR="/"CONTENT_DIR=/var/lib/farm/content"}
  [ ! -e "$here/src/build" ] || text=${text/"#DIST_DIR="/"DIST_DIR=/var/lib/farm/site"}
  write "$settings" 600 <<<"$text"
fi
content=$(setting CONTENT_DIR)
if [ "$content" ] && [ ! -e "$content" ]; then
  run cp -r "$here/content" "$content"
  run chown -R farm:farm "$content"
fi
# A build that failed is tried again.
[ ! "$content" ] || [ -e "$(setting DIST_DIR)" ] || run farm build

step "5. The service, and the copies of its backups"
for unit in farm.socket farm.service; do
  systemctl is-enabled --quiet "$unit" 2>/dev/null || run systemctl enable "$deploy/$unit"
done
for unit in farm-backup.service farm-warning@.service; do
  [ -L "/etc/systemd/system/$unit" ] || run systemctl link "$deploy/$unit"
done
systemctl is-active --quiet farm-backup.timer 2>/dev/null || run systemctl enable --now "$deploy/farm-backup.timer"
[ ! "$backup" ] || run farm restore "$backup"
systemctl is-active --quiet farm.service 2>/dev/null || run farm start ||
  fail "The service does not start; the lines above say why. Set it right in $settings, and run this again."

case $proxy in
  caddy)
    step "6. https by Caddy"
    if sed "s/{\$FARM_ADDRESS:www.example.com}/$address/" "$here/api/deploy/Caddyfile" | write /etc/caddy/farm.caddy ||
      ! systemctl is-active --quiet caddy; then
      { cat /etc/caddy/Caddyfile 2>/dev/null | grep -vx 'import farm.caddy' || true; echo 'import farm.caddy'; } |
        write /etc/caddy/Caddyfile || true
      serve caddy nginx
    fi
    ;;
  nginx)
    step "6. https by nginx"
    site() { sed "s/www\.example\.com/$address/g" "$here/api/deploy/nginx.conf"; }
    [ -L /etc/nginx/sites-enabled/farm ] || run ln -s ../sites-available/farm /etc/nginx/sites-enabled/farm
    if [ ! -e "/etc/letsencrypt/live/$address" ]; then
      # nginx does not start without its certificate, so first only the part that gets it.
      run mkdir -p /var/www/farm
      site | sed '/^}/q' | write /etc/nginx/sites-available/farm || true
      serve nginx caddy
      run certbot certonly --quiet --non-interactive --agree-tos --register-unsafely-without-email \
        --webroot --webroot-path /var/www/farm --domain "$address" --deploy-hook 'systemctl reload nginx' ||
        fail "There is no certificate; the lines above say why. Does $address lead here, and is port 80 open? Run this again then."
    fi
    if site | write /etc/nginx/sites-available/farm; then serve nginx caddy; fi
    ;;
esac

step "7. What is left to do"
run farm doctor || true
[ "$(setting PAYMENTS)" != sandbox ] || printf '\n%s\n' "It takes no money yet: $settings says PAYMENTS=sandbox."
if [ -e "$new_shop" ]; then
  # Only here: if https fails before, the next run still shows the password.
  run rm "$new_shop"
  echo && journalctl -u farm -o cat --no-pager | grep -o 'The admin password.*' | tail -n 1 || true
fi
[ "$proxy" = no-proxy ] || printf '\nhttps://%s, and its office at https://%s/admin\n' "$address" "$address"
