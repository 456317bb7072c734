//! Small sounds for what happens on the board, made of decaying tones. Without the feature `sound` nothing is heard.

use muehle_engine::rules::Move;

/// What is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A stone comes onto the board.
    Place,
    /// A stone moves.
    Move,
    /// A stone is removed.
    Remove,
    /// The game is over.
    End,
}

impl Sound {
    /// The sound of a move.
    pub fn of(mv: Move) -> Sound {
        match (mv.removal, mv.action.origin()) {
            (Some(_), _) => Sound::Remove,
            (None, Some(_)) => Sound::Move,
            (None, None) => Sound::Place,
        }
    }
}

/// Plays sounds on a thread of its own.
#[cfg(feature = "sound")]
pub struct Sounds {
    worker: crate::controller::worker::Worker<(Sound, f32), ()>,
}

#[cfg(feature = "sound")]
impl Sounds {
    /// Starts the thread. It asks for a device when the first sound is wanted; where there is none it ends quietly.
    pub fn start() -> Sounds {
        use rodio::{DeviceSinkBuilder, buffer::SamplesBuffer};
        let nobody = std::sync::Arc::new(|| {});
        let worker = crate::controller::worker::Worker::start("sound", nobody, |mut desk| {
            let mut next = desk.next();
            let Ok(mut device) = DeviceSinkBuilder::open_default_sink() else { return };
            device.log_on_drop(false);
            while let Some((sound, volume)) = next {
                let samples: Vec<f32> = synthesis::samples(sound).into_iter().map(|part| part * volume).collect();
                let source = SamplesBuffer::new(rodio::nz!(1), rodio::nz!(44_100), samples);
                device.mixer().add(source);
                next = desk.next();
            }
        });
        Sounds { worker }
    }

    /// Plays a sound soon, at a volume from 0 to 1.
    pub fn play(&self, sound: Sound, volume: f32) {
        self.worker.give((sound, volume));
    }
}

/// How loud a volume from 0 to 100 is: ears hear halves, not differences.
pub fn loudness(volume: u8) -> f32 {
    (f32::from(volume.min(100)) / 100.0).powi(2)
}

/// A program without sounds.
#[cfg(not(feature = "sound"))]
pub struct Sounds;

#[cfg(not(feature = "sound"))]
impl Sounds {
    /// Nothing to start.
    pub fn start() -> Sounds {
        Sounds
    }

    /// Nothing to hear.
    pub fn play(&self, _: Sound, _: f32) {}
}

#[cfg(feature = "sound")]
mod synthesis {
    use super::Sound;
    use std::f32::consts::TAU;

    /// Samples a second.
    const RATE: f32 = 44_100.0;

    /// A tone: when it begins, its pitch in hertz, its strength, and how soon it has faded, in seconds.
    type Tone = (f32, f32, f32, f32);

    /// Wood on wood: a low knock with a short bright tick on top.
    const KNOCK: [Tone; 3] = [(0.0, 196.0, 0.30, 0.045), (0.0, 523.0, 0.22, 0.022), (0.0, 1870.0, 0.10, 0.006)];

    fn tones(sound: Sound) -> Vec<Tone> {
        let knock = |start: f32, pitch: f32, strength: f32| {
            KNOCK.map(|(at, hertz, part, fade)| (start + at, hertz * pitch, part * strength, fade))
        };
        match sound {
            Sound::Place => knock(0.0, 1.0, 1.0).to_vec(),
            Sound::Move => [knock(0.0, 1.25, 0.4), knock(0.06, 1.0, 0.9)].concat(),
            Sound::Remove => [knock(0.0, 1.0, 1.0), knock(0.14, 0.75, 0.8), knock(0.24, 0.6, 0.5)].concat(),
            Sound::End => {
                vec![(0.0, 392.0, 0.2, 0.35), (0.14, 494.0, 0.2, 0.35), (0.28, 587.0, 0.2, 0.45)]
            }
        }
    }

    /// The samples of a sound, from -1 to 1.
    pub fn samples(sound: Sound) -> Vec<f32> {
        let tones = tones(sound);
        let length = tones.iter().map(|(start, _, _, fade)| start + 7.0 * fade).fold(0.0, f32::max);
        let sample = |i: usize| {
            let now = i as f32 / RATE;
            let heard = tones.iter().filter(|(start, ..)| now >= *start);
            let sum: f32 = heard
                .map(|(start, hertz, strength, fade)| {
                    let since = now - start;
                    // A rise of two milliseconds keeps the beginning from crackling.
                    let rise = (since / 0.002).min(1.0);
                    strength * rise * (-since / fade).exp() * (TAU * hertz * since).sin()
                })
                .sum();
            sum.clamp(-1.0, 1.0)
        };
        (0..(length * RATE) as usize).map(sample).collect()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn sounds_are_short_begin_and_end_in_silence_and_are_never_too_loud() {
            for sound in [Sound::Place, Sound::Move, Sound::Remove, Sound::End] {
                let samples = samples(sound);
                assert!(samples.len() > 4_000 && samples.len() < 200_000, "{sound:?}: {}", samples.len());
                assert_eq!(samples[0], 0.0);
                assert!(samples.last().is_some_and(|last| last.abs() < 0.001));
                let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
                assert!((0.1..0.95).contains(&loudest), "{sound:?}: {loudest}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_volume_goes_from_nothing_to_everything() {
        assert_eq!([0, 50, 100, 255].map(loudness), [0.0, 0.25, 1.0, 1.0]);
    }

    #[test]
    fn every_move_has_its_sound() {
        let sound = |mv: &str| Sound::of(mv.parse().unwrap());
        assert_eq!([sound("d6"), sound("d6-d5"), sound("d6xb4")], [Sound::Place, Sound::Move, Sound::Remove]);
    }
}
