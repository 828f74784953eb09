/*
 * A slow link between two network namespaces, for kernels without netem and veth: a TUN device in each, and this
 * process carries the packets from one to the other. Each direction is a queue that drops what does not fit, drained
 * at the link's rate, and half a round trip of distance behind it.
 *
 *   shaped-link SITE_NAMESPACE VISITOR_NAMESPACE DOWN_KBIT UP_KBIT ROUND_TRIP_MS
 *
 * The site gets 10.77.0.1, the visitor 10.77.0.2. Prints "ready" when packets can flow, and ends with its parent.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define MAX_PACKETS 1024
#define MAX_BYTES 2048
/* What waits in front of the link at most: about what a home router or a mast holds. */
#define QUEUE_BYTES 65536

struct packet {
  double due;
  ssize_t length;
  unsigned char bytes[MAX_BYTES];
};

struct direction {
  int from, to;
  double bytes_per_second, distance;
  /* When the last packet will have left the queue. */
  double busy_until;
  int first, count;
  struct packet packets[MAX_PACKETS];
};

static struct direction down, up;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int open_device(const char *name, const char *address) {
  char text[256];
  snprintf(text, sizeof text, "/run/netns/%s", name);
  int namespace = open(text, O_RDONLY);
  if (namespace < 0 || setns(namespace, CLONE_NEWNET) < 0) fail(text);
  close(namespace);
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {.ifr_name = "slow0", .ifr_flags = IFF_TUN | IFF_NO_PI};
  if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0) fail("/dev/net/tun");
  snprintf(text, sizeof text, "ip address add %s/30 dev slow0 && ip link set slow0 up && ip link set lo up", address);
  if (system(text) != 0) fail("ip");
  return device;
}

static void take(struct direction *way) {
  for (;;) {
    struct packet *packet = &way->packets[(way->first + way->count) % MAX_PACKETS];
    unsigned char spare[MAX_BYTES];
    int is_full = way->count == MAX_PACKETS;
    ssize_t length = read(way->from, is_full ? spare : packet->bytes, MAX_BYTES);
    if (length <= 0) return;
    double time = now();
    if (way->busy_until < time) way->busy_until = time;
    double waiting = (way->busy_until - time) * way->bytes_per_second;
    if (is_full || waiting + length > QUEUE_BYTES) continue;
    way->busy_until += length / way->bytes_per_second;
    packet->due = way->busy_until + way->distance;
    packet->length = length;
    way->count++;
  }
}

static void deliver(struct direction *way) {
  while (way->count > 0 && way->packets[way->first].due <= now()) {
    struct packet *packet = &way->packets[way->first];
    if (write(way->to, packet->bytes, packet->length) < 0 && errno == EAGAIN) return;
    way->first = (way->first + 1) % MAX_PACKETS;
    way->count--;
  }
}

int main(int count, char **words) {
  if (count != 6) return fprintf(stderr, "shaped-link SITE VISITOR DOWN_KBIT UP_KBIT ROUND_TRIP_MS\n"), 2;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_TIMERSLACK, 1000);
  int site = open_device(words[1], "10.77.0.1");
  int visitor = open_device(words[2], "10.77.0.2");
  down = (struct direction){.from = site, .to = visitor, .bytes_per_second = atof(words[3]) * 125};
  up = (struct direction){.from = visitor, .to = site, .bytes_per_second = atof(words[4]) * 125};
  down.distance = up.distance = atof(words[5]) / 2000;
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    double wait = 1, time = now();
    if (down.count > 0 && down.packets[down.first].due - time < wait) wait = down.packets[down.first].due - time;
    if (up.count > 0 && up.packets[up.first].due - time < wait) wait = up.packets[up.first].due - time;
    if (wait < 0) wait = 0;
    struct timespec until = {.tv_sec = (time_t)wait, .tv_nsec = (long)((wait - (time_t)wait) * 1e9)};
    struct pollfd devices[] = {{.fd = site, .events = POLLIN}, {.fd = visitor, .events = POLLIN}};
    ppoll(devices, 2, &until, NULL);
    take(&down);
    take(&up);
    deliver(&down);
    deliver(&up);
  }
}
