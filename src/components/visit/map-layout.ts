import type { Journey } from '#domain/schemas/records.ts';

/** Names on the drawn maps, in units of their drawings. */
export const LETTER_SIZE = 15;
export const LINE_HEIGHT = 17;
/** Between the letters and the edge of their plate. */
const PADDING = 6;
/** A longer name is set on two lines. */
const LONGEST_LINE = 16;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The name on one line, or on two of about the same length. */
function breakName(name: string): string[] {
  if (name.length <= LONGEST_LINE) return [name];
  const spaces = [...name].flatMap((letter, index) => (letter === ' ' ? [index] : []));
  const middle = name.length / 2;
  const at = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

/**
 * The width that these letters are given. Nobody knows which serif a reader has, so the map makes the letters fit this
 * width (`textLength`), which is near that of all of them.
 */
export function measureLine(line: string): number {
  const ems = [...line].map((letter) => {
    if (/[ijltfrIJ.,'’ -]/.test(letter)) return 0.36;
    if (/[mwMW]/.test(letter)) return 0.88;
    return /[A-Z&]/.test(letter) ? 0.72 : 0.54;
  });
  return Math.round(ems.reduce((sum, em) => sum + em, 0) * LETTER_SIZE);
}

/** The size of the plate behind the lines; with a number it has room for its disc. */
export function measurePlate(lines: readonly string[], isNumbered = false): Pick<Box, 'width' | 'height'> {
  return {
    width: Math.max(...lines.map(measureLine)) + 2 * PADDING + (isNumbered ? LETTER_SIZE : 0),
    height: lines.length * LINE_HEIGHT + 4,
  };
}

/** A place on the map: its dot, and the plate with its name. */
interface MappedPlace {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
  readonly plate: Box;
}

/** A ring around the farm, and where its number stands, if there is room for it. */
interface MappedRing {
  readonly minutes: number;
  readonly radius: number;
  readonly number?: Box | undefined;
}

export interface JourneyLayout {
  readonly frame: Box;
  readonly rings: readonly MappedRing[];
  readonly places: readonly MappedPlace[];
}

/** About the width of a phone, so that letters have nearly their own size there. */
const FRAME_WIDTH = 360;
const LOWEST_FRAME = 260;
/** What dots have at most between them, in both directions. */
const SPREAD = 250;
const MOST_RINGS = 4;
const UNITS_PER_MINUTE_AT_MOST = 9;
const EDGE = 8;
const GAP = 4;
const DOT = 6;
const FARM: Box = { x: -15, y: -26, width: 30, height: 44 };
const RING_NUMBER = { width: 52, height: 20 };
const DIRECTIONS = Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 12);

/**
 * Places each town in its direction, as far from the farm as the middle of its time by car, and each name where it is
 * nearest to its dot without touching anything. The farm is at 0, 0. The frame becomes higher until all names have room.
 */
export function layOutJourneys(
  journeys: readonly Pick<Journey, 'name' | 'minutes' | 'bearing'>[],
): JourneyLayout {
  const far = journeys.map(({ name, minutes, bearing }) => ({
    name,
    minutes: (Math.min(...minutes) + Math.max(...minutes)) / 2,
    angle: (bearing * Math.PI) / 180,
  }));
  const longest = Math.max(...far.map(({ minutes }) => minutes));
  const xs = [0, ...far.map(({ minutes, angle }) => minutes * Math.sin(angle))];
  const ys = [0, ...far.map(({ minutes, angle }) => -minutes * Math.cos(angle))];
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(SPREAD / Math.max(east - west, south - north), UNITS_PER_MINUTE_AT_MOST);

  const dots = far.map(({ name, minutes, angle }) => ({
    x: Math.round(minutes * scale * Math.sin(angle)),
    y: Math.round(-minutes * scale * Math.cos(angle)),
    lines: breakName(name),
  }));
  const step = [5, 10, 15, 30, 60].find((each) => longest <= each * MOST_RINGS) ?? 120;
  const radii = Array.from({ length: Math.ceil(longest / step) }, (_, index) => (index + 1) * step);
  const middle = { x: ((west + east) * scale) / 2, y: ((north + south) * scale) / 2 };

  for (let height = Math.max(LOWEST_FRAME, (south - north) * scale + 70); ; height += 30) {
    const frame = {
      x: Math.round(middle.x - FRAME_WIDTH / 2),
      y: Math.round(middle.y - height / 2),
      width: FRAME_WIDTH,
      height: Math.round(height),
    };
    const places = nameDots(dots, frame);
    if (places === undefined) continue;
    const taken = [FARM, ...places.flatMap((place) => [boxOfDot(place), place.plate, ...roadTo(place)])];
    const rings = radii.map((minutes) => {
      const radius = Math.round(minutes * scale);
      const spots = DIRECTIONS.map((angle) => around(radius, angle, RING_NUMBER));
      // Farthest from the names, and never on one.
      const number = spots
        .filter((spot) => isWithin(spot, frame) && !taken.some((box) => overlaps(box, spot)))
        .sort((a, b) => nearest(b, taken) - nearest(a, taken))[0];
      if (number !== undefined) taken.push(number);
      return { minutes, radius, number };
    });
    return { frame, rings, places };
  }
}

type Dot = Pick<MappedPlace, 'x' | 'y' | 'lines'>;

/** The plates of all names, or undefined if one finds no room in this frame. Those near the farm choose first. */
function nameDots(dots: readonly Dot[], frame: Box): MappedPlace[] | undefined {
  const plates = new Map<Dot, Box>();
  const roads = dots.flatMap(roadTo);
  for (const dot of [...dots].sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))) {
    const taken = [FARM, ...dots.map(boxOfDot), ...plates.values()];
    // Off the roads if there is room, otherwise on one.
    const plate = findRoom(dot, frame, [...taken, ...roads]) ?? findRoom(dot, frame, taken);
    if (plate === undefined) return undefined;
    plates.set(dot, plate);
  }
  return dots.flatMap((dot) => ({ ...dot, plate: plates.get(dot) ?? FARM }));
}

/** The free spot nearest to the dot, away from the farm rather than towards it. */
function findRoom(dot: Dot, frame: Box, taken: readonly Box[]): Box | undefined {
  const outward = Math.atan2(dot.x, -dot.y);
  const size = measurePlate(dot.lines);
  for (let distance = DOT + GAP; distance < frame.width + frame.height; distance += 5) {
    const spots = DIRECTIONS.map((angle) => {
      const [sin, cos] = [Math.sin(angle + outward), Math.cos(angle + outward)];
      return {
        x: Math.round(dot.x + distance * sin + ((sin - 1) * size.width) / 2),
        y: Math.round(dot.y - distance * cos - ((cos + 1) * size.height) / 2),
        ...size,
      };
    });
    const free = spots.filter((spot) => isWithin(spot, frame) && !taken.some((box) => overlaps(box, spot)));
    const best = free.sort((a, b) => nearest(b, [FARM]) - nearest(a, [FARM]))[0];
    if (best !== undefined) return best;
  }
  return undefined;
}

const boxOfDot = ({ x, y }: Pick<Dot, 'x' | 'y'>): Box => ({
  x: x - DOT,
  y: y - DOT,
  width: 2 * DOT,
  height: 2 * DOT,
});

/** Small boxes along the road from the farm to the dot. */
function roadTo({ x, y }: Dot): Box[] {
  const count = Math.ceil(Math.hypot(x, y) / 8);
  return Array.from({ length: count }, (_, index) => ({
    x: (x * index) / count - 2,
    y: (y * index) / count - 2,
    width: 4,
    height: 4,
  }));
}

function around(radius: number, angle: number, size: typeof RING_NUMBER): Box {
  return {
    x: Math.round(radius * Math.sin(angle) - size.width / 2),
    y: Math.round(-radius * Math.cos(angle) - size.height / 2),
    ...size,
  };
}

function isWithin(box: Box, frame: Box): boolean {
  return (
    box.x >= frame.x + EDGE &&
    box.y >= frame.y + EDGE &&
    box.x + box.width <= frame.x + frame.width - EDGE &&
    box.y + box.height <= frame.y + frame.height - EDGE
  );
}

function overlaps(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + GAP &&
    b.x < a.x + a.width + GAP &&
    a.y < b.y + b.height + GAP &&
    b.y < a.y + a.height + GAP
  );
}

/** How far the box is from the nearest of the others, from middle to middle. */
function nearest(box: Box, others: readonly Box[]): number {
  const distances = others.map((other) =>
    Math.hypot(
      box.x + box.width / 2 - other.x - other.width / 2,
      box.y + box.height / 2 - other.y - other.height / 2,
    ),
  );
  return Math.min(...distances);
}
