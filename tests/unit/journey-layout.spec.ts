import { expect, test } from '@playwright/test';
import { type Box, layOutJourneys } from '../../src/components/visit/map-layout.ts';

type Journeys = Parameters<typeof layOutJourneys>[0];

const around = (
  count: number,
  name: string,
  minutes: (index: number) => number,
  bearing: (index: number) => number,
) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index + 1}`,
    minutes: [minutes(index)],
    bearing: bearing(index),
  }));

const EXAMPLES: Record<string, Journeys> = {
  'one place, next door': [{ name: 'Bridgwater', minutes: [1], bearing: 0 }],
  'one place, far away, with a long name': [
    { name: 'Saint Michael’s-upon-the-Marsh by way of Glastonbury', minutes: [240], bearing: 181 },
  ],
  'a long word': [{ name: 'Llanfairpwllgwyngyllgogerychwyrn', minutes: [20, 35], bearing: 300 }],
  'six in the same place': around(
    6,
    'Bridgwater',
    () => 20,
    () => 90,
  ),
  'ten on one road': around(
    10,
    'Stop on the road',
    (index) => 5 + index,
    () => 345,
  ),
  'twenty all around': around(
    20,
    'Weston-super-Mare',
    (index) => 10 + ((index * 7) % 50),
    (index) => index * 18,
  ),
  'thirty, close to each other': around(
    30,
    'Norton',
    (index) => 30 + (index % 3),
    (index) => 200 + index,
  ),
};

for (const [name, journeys] of Object.entries(EXAMPLES)) {
  test(`the journeys’ map has room for ${name}`, () => {
    const { frame, places, rings } = layOutJourneys(journeys);
    expect(places.map(({ lines }) => lines.join(' '))).toEqual(journeys.map((journey) => journey.name));
    const boxes = [...places.map(({ plate }) => plate), ...rings.flatMap(({ number }) => number ?? [])];
    for (const [index, box] of boxes.entries()) {
      expect(isInside(box, frame), `${index} is in the frame`).toBe(true);
      for (const other of boxes.slice(index + 1))
        expect(touches(box, other), `${index} is alone`).toBe(false);
      for (const { x, y } of places)
        expect(touches(box, { x, y, width: 0, height: 0 }), `${index} hides no dot`).toBe(false);
    }
  });
}

test('a place is in its direction, as far away as the middle of its time', () => {
  const [east, south] = layOutJourneys([
    { name: 'East', minutes: [10, 20], bearing: 90 },
    { name: 'South', minutes: [10], bearing: 180 },
  ]).places;
  expect(east?.y).toBeCloseTo(0);
  expect(south?.x).toBeCloseTo(0);
  expect(east?.x).toBe(1.5 * (south?.y ?? 0));
});

function isInside(box: Box, frame: Box): boolean {
  return (
    box.x > frame.x &&
    box.y > frame.y &&
    box.x + box.width < frame.x + frame.width &&
    box.y + box.height < frame.y + frame.height
  );
}

function touches(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}
