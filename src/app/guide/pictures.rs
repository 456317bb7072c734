//! The pictures of the guide: unpacked on a thread when they come into sight, and kept while it is open.

use std::collections::HashMap;
use std::io::Cursor;

use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions, Vec2, vec2};

use super::chapters::PICTURES;
use crate::controller::Waker;
use crate::controller::worker::BackgroundTask;

/// No picture of the guide has more pixels.
const MOST_BYTES: usize = 16 << 20;

/// The pictures that were seen so far.
#[derive(Default)]
pub struct Pictures(HashMap<String, Picture>);

enum Picture {
    Unpacking(BackgroundTask<Option<ColorImage>>),
    Ready(TextureHandle),
    Broken,
}

/// The size of a picture in pixels, from its header.
pub fn size(name: &str) -> Option<Vec2> {
    let bytes = bytes(name)?;
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as f32);
    Some(vec2(number(16)?, number(20)?))
}

fn bytes(name: &str) -> Option<&'static [u8]> {
    PICTURES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

impl Pictures {
    /// A picture, once it is unpacked.
    pub fn get(&mut self, ctx: &Context, name: &str) -> Option<&TextureHandle> {
        if !self.0.contains_key(name) {
            let repaint = ctx.clone();
            let waker: Waker = std::sync::Arc::new(move || repaint.request_repaint());
            let task = bytes(name).map(|bytes| BackgroundTask::start("picture", waker, move || decoded(bytes)));
            self.0.insert(name.to_owned(), task.map_or(Picture::Broken, Picture::Unpacking));
        }
        let picture = self.0.get_mut(name)?;
        if let Picture::Unpacking(task) = picture
            && let Some(result) = task.poll()
        {
            *picture = match result.ok().flatten() {
                Some(image) => Picture::Ready(ctx.load_texture(name, image, TextureOptions::LINEAR)),
                None => Picture::Broken,
            };
        }
        match picture {
            Picture::Ready(texture) => Some(texture),
            _ => None,
        }
    }
}

/// The pixels of a PNG file.
pub fn decoded(bytes: &[u8]) -> Option<ColorImage> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().ok()?;
    let length = reader.output_buffer_size().filter(|length| *length <= MOST_BYTES)?;
    let mut pixels = vec![0; length];
    let frame = reader.next_frame(&mut pixels).ok()?;
    let pixels = &pixels[..frame.buffer_size()];
    let size = [frame.width as usize, frame.height as usize];
    Some(match frame.color_type {
        png::ColorType::Rgba => ColorImage::from_rgba_unmultiplied(size, pixels),
        png::ColorType::Rgb => ColorImage::from_rgb(size, pixels),
        png::ColorType::Grayscale => ColorImage::from_gray(size, pixels),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_all_kinds_are_unpacked() {
        let icon: &[u8] = include_bytes!("../../../assets/icon/muehle-64.png");
        assert_eq!(decoded(icon).unwrap().size, [64, 64]);
        assert!(decoded(&icon[..100]).is_none());
        assert!(decoded(b"no picture").is_none());
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(vec![0, 0, 0, 255, 255, 255]);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[0, 1]).unwrap();
        writer.finish().unwrap();
        assert_eq!(decoded(&bytes).unwrap().size, [2, 1]);
    }
}
