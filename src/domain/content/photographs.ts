/** The kinds of photograph that content/images takes: what cameras and phones write. */
const PHOTOGRAPH = /\.(jpe?g|png|webp|avif)$/i;

/** Whether a picture's name is that of a photograph, `barn.jpg`, and not that of a drawing, `barn`. */
export function isPhotograph(name: string): boolean {
  return PHOTOGRAPH.test(name);
}
