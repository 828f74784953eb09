/** The file types of photographs in content/images: what cameras and phones produce. */
const PHOTOGRAPH = /\.(jpe?g|png|webp|avif)$/i;

/** Whether a picture's name is a photograph's, `barn.jpg`, and not a drawing's, `barn`. */
export function isPhotograph(name: string): boolean {
  return PHOTOGRAPH.test(name);
}
