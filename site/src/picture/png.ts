/** Twice the size, for screens whose pixels are small. */
const SCALE = 2;

/** An SVG document as pixels. Rejects where the browser draws none. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = await load(svg);
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (png === null) throw new Error("the browser draws no picture");
  return png;
}

async function load(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode().finally(() => URL.revokeObjectURL(address));
  return image;
}
